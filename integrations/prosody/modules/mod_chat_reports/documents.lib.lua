-- What a `<report>` says, in both forms of XEP-0377.

local jid_prep = require "util.jid".prep;
local moment = require "util.datetime".parse;

local xmlns_reports = { "urn:xmpp:reporting:1", "urn:xmpp:reporting:0" };
local xmlns_id = "urn:xmpp:sid:0";
local xmlns_forward = "urn:xmpp:forward:0";
local xmlns_delay = "urn:xmpp:delay";
local most_named, most_forwarded = 20, 10;
local most_bytes = 32 * 1024; -- of a message that is handed over

local kinds = { ["urn:xmpp:reporting:spam"] = "spam", ["urn:xmpp:reporting:abuse"] = "abuse" };

local function kind_of(element)
	if element.attr.reason then return kinds[element.attr.reason] or "other"; end
	return element:get_child("spam") and "spam" or element:get_child("abuse") and "abuse" or "other";
end

local function named_in(element)
	local named = {};
	for tag in element:childtags("stanza-id", xmlns_id) do
		if #named == most_named then break; end
		table.insert(named, { by = jid_prep(tag.attr.by) or "", id = tag.attr.id or "" });
	end
	return named;
end

local documents = {};

--- The report among the children of an element.
function documents.find(parent)
	for _, xmlns in ipairs(xmlns_reports) do
		local element = parent:get_child("report", xmlns);
		if element then return element; end
	end
end

--- Messages that another server hands over, beside the report or in it; and how many of the first are too long to be kept.
function documents.forwarded(...)
	local messages, too_long = {}, 0;
	for _, parent in ipairs { ... } do
		for tag in parent:childtags("forwarded", xmlns_forward) do
			local delay = tag:get_child("delay", xmlns_delay);
			for _, child in ipairs(tag.tags) do
				if child.name == "message" and #messages + too_long < most_forwarded then
					local text = tostring(child);
					if #text > most_bytes then
						too_long = too_long + 1;
					else
						table.insert(messages, {
							from = jid_prep(child.attr.from);
							sent_at = delay and delay.attr.stamp and moment(delay.attr.stamp) or nil;
							stanza = text;
						});
					end
				end
			end
		end
	end
	return messages, too_long;
end

return setmetatable(documents, { __call = function (_, element, stanza)
	local text = element:get_child("text");
	local processing = {};
	for _, name in ipairs { "report-origin", "third-party" } do
		if element:get_child(name) then table.insert(processing, name); end
	end
	return {
		kind = kind_of(element);
		text = text and text:get_text();
		language = text and (text.attr["xml:lang"] or stanza.attr["xml:lang"]);
		processing = processing;
		named = named_in(element);
	};
end });
