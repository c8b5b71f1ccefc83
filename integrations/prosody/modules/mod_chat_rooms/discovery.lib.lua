-- Service discovery of a chat service and its rooms.

local array = require "util.array";
local rsm = require "util.rsm";
local st = require "util.stanza";

local bridge = module:shared("/*/chat_bridge/api");
local db = module:shared("/*/chat_database/api");

local largest_page = 100;
-- Most clients that do not request a page do not support paging, so they get everything, up to this number.
local largest_list = 20000;
local piece = 500;

return function (rooms)
	module:add_feature("http://jabber.org/protocol/rsm");

	-- Returns the rooms after a name, and whether there are more of them, or nil if the database is unavailable.
	local function read(after, amount)
		local found, pace = array(), bridge.pacer();
		repeat
			local wanted = math.min(piece, amount + 1 - #found); -- one more, to know whether the list continues
			local last = found[#found];
			local ok, more = db.call("public_rooms", rooms.service, last and last.name or after, wanted);
			if not ok then return nil; end
			found:append(more);
			pace();
		until #more < wanted or #found > amount;
		local is_cut = #found > amount;
		if is_cut then found[#found] = nil; end
		return found, is_cut;
	end

	-- The rooms come from the database, in pages (XEP-0059) delimited by their names.
	module:hook("host-disco-items", function (event)
		local origin, stanza, reply = event.origin, event.stanza, event.reply;
		local page = rsm.get(stanza.tags[1]);
		if page and (page.before or page.index) then
			origin.send(st.error_reply(stanza, "cancel", "feature-not-implemented", "Pages are read forwards", module.host));
			return true;
		end
		local amount = page and math.max(0, math.min(math.tointeger(page.max) or largest_page, largest_page)) or largest_list;
		local found, is_cut = read(page and page.after or "", amount);
		if not found then
			origin.send(rooms.unavailable(stanza));
			return true;
		end
		local pace = bridge.pacer();
		for _, room in ipairs(found) do
			reply:tag("item", { jid = rooms.address_of(room.name), name = room.natural_name }):up();
			pace();
		end
		if page or is_cut then
			local last = found[#found];
			reply:add_child(rsm.generate({
				first = last and found[1].name, last = last and last.name;
				count = not (page and page.after) and not is_cut and #found or nil;
			}));
		end
		origin.send(reply);
		return true;
	end, 10);

	-- The subject of a closed room is only shown to those who may enter.
	local function may_know_subject(room, jid)
		local affiliation = room:get_affiliation(jid);
		if affiliation == "outcast" then return false; end
		return affiliation ~= nil or not (room:get_password() or room:get_members_only());
	end

	module:hook("muc-disco#info", function (event)
		local form, values, room = event.form, event.formdata, event.room;
		local row = room.chat.row;
		if may_know_subject(room, event.stanza.attr.from) then
			table.insert(form, { name = "muc#roominfo_subject", label = "Subject" });
			values["muc#roominfo_subject"] = row.subject;
		end
		table.insert(form, { name = "muc#roominfo_subjectmod", label = "Everybody may change it", type = "boolean" });
		values["muc#roominfo_subjectmod"] = row.can_occupants_change_subject;
		table.insert(form, { name = "muc#roomconfig_maxusers", label = "Most people at a time" });
		values["muc#roomconfig_maxusers"] = ("%d"):format(math.max(0, row.max_users));
	end);
end
