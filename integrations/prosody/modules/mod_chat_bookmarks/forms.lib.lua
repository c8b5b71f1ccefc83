-- The two forms of a room's bookmark: a `conference` in the one document of XEP-0048, and the `conference` that is the payload
-- of an item of XEP-0402, whose id is the room. Elements that only one of them knows are `extensions` in the latter.

local jid_prep = require "util.jid".prep;
local jid_split = require "util.jid".split;
local st = require "util.stanza";

local forms = { node = "urn:xmpp:bookmarks:1", document = "storage:bookmarks" };

local children = { "nick", "password" };

--- A copy in which each element names its namespace, so that it keeps it in another place.
function forms.explicit(element, inherited)
	local attr = {};
	for name, value in pairs(element.attr) do attr[name] = value; end
	attr.xmlns = attr.xmlns or inherited;
	local copy = st.stanza(element.name, attr);
	for _, child in ipairs(element) do
		copy:add_direct_child(type(child) == "string" and child or forms.explicit(child, attr.xmlns));
	end
	return copy;
end

--- A text that is equal for equal elements, however they are written.
function forms.canonical(element)
	local attributes, parts = {}, {};
	for name, value in pairs(element.attr) do
		table.insert(attributes, ("%q=%q"):format(name, value));
	end
	table.sort(attributes);
	for _, child in ipairs(element) do
		if type(child) ~= "string" then
			table.insert(parts, forms.canonical(child));
		elseif child:find("%S") then
			table.insert(parts, ("%q"):format(child));
		end
	end
	return ("(%s %s %s)"):format(element.name, table.concat(attributes, " "), table.concat(parts));
end

--- The address by which both forms know a room; nil if it is none.
function forms.room(jid)
	local prepared = jid_prep(jid);
	local _, host, resource = jid_split(prepared);
	return host and not resource and prepared or nil;
end

--- What both forms know of a room.
function forms.fields(conference)
	local fields = { name = conference.attr.name, autojoin = conference.attr.autojoin };
	for _, name in ipairs(children) do fields[name] = conference:get_child_text(name); end
	return fields;
end

--- Equal for fields that mean the same.
function forms.mark(fields)
	local autojoin = fields.autojoin == "true" or fields.autojoin == "1";
	return ("%q %s %q %q"):format(fields.name or "", autojoin, fields.nick or "", fields.password or "");
end

local function is_field(child, parent)
	return child.attr.xmlns == parent.attr.xmlns and (child.name == "nick" or child.name == "password");
end

--- The payload of an item.
-- @param former the payload until now, if there is one: what the document cannot say stays as it is there
-- @param conference of the document: what the item does not know of it becomes an extension
-- @param fields what both forms know
-- @return payload, and whether it says anything else than the former one
function forms.payload(former, conference, fields)
	local changed = not former or forms.mark(fields) ~= forms.mark(forms.fields(former));
	if not changed then fields = forms.fields(former); end
	local payload = former and st.clone(former, true) or st.stanza("conference");
	for name, value in pairs(conference.attr) do
		if name ~= "jid" and name ~= "xmlns" and name ~= "name" and name ~= "autojoin" then
			changed = changed or payload.attr[name] ~= value;
			payload.attr[name] = value;
		end
	end
	payload.attr.xmlns, payload.attr.name, payload.attr.autojoin = forms.node, fields.name, fields.autojoin;
	for _, name in ipairs(children) do
		if fields[name] then payload:text_tag(name, fields[name], { xmlns = forms.node }); end
	end
	local extensions = former and former:get_child("extensions");
	extensions = extensions and st.clone(extensions) or st.stanza("extensions", { xmlns = forms.node });
	local known = {};
	for _, child in ipairs(extensions.tags) do known[forms.canonical(child)] = true; end
	for _, child in ipairs(conference.tags) do
		if not is_field(child, conference) and not known[forms.canonical(child)] then
			extensions:add_direct_child(child);
			changed = true;
		end
	end
	for _, child in ipairs(former and former.tags or {}) do
		if not is_field(child, former) and child ~= former:get_child("extensions") then payload:add_direct_child(child); end
	end
	if extensions.tags[1] then payload:add_direct_child(extensions); end
	return payload, changed;
end

--- The element of the document for the payload of an item.
function forms.conference(room, payload)
	local conference = st.clone(payload, true);
	conference.attr.xmlns, conference.attr.jid = forms.document, room;
	local fields = forms.fields(payload);
	for _, name in ipairs(children) do
		if fields[name] then conference:text_tag(name, fields[name], { xmlns = forms.document }); end
	end
	local extensions = payload:get_child("extensions");
	for _, child in ipairs(extensions and extensions.tags or {}) do conference:add_direct_child(child); end
	return conference;
end

return forms;
