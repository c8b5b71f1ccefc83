-- What can be found out about a service and its rooms without entering one.

local rsm = require "util.rsm";
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");

local largest_page = 100;

return function (rooms)
	module:add_feature("http://jabber.org/protocol/rsm");

	-- The rooms come from the database, in pages (XEP-0059) that their names mark off.
	module:hook("host-disco-items", function (event)
		local origin, stanza, reply = event.origin, event.stanza, event.reply;
		local page = rsm.get(stanza.tags[1]) or {};
		if page.before or page.index then
			origin.send(st.error_reply(stanza, "cancel", "feature-not-implemented", "Pages are read forwards", module.host));
			return true;
		end
		local amount = math.tointeger(page.max) or largest_page;
		amount = math.max(0, math.min(amount, largest_page));
		-- One more tells whether the list goes on.
		local ok, found = db.call("public_rooms", rooms.service, page.after or "", amount + 1);
		if not ok then
			origin.send(rooms.unavailable(stanza));
			return true;
		end
		for index = 1, math.min(#found, amount) do
			local room = found[index];
			reply:tag("item", { jid = rooms.address_of(room.name), name = room.natural_name }):up();
		end
		if next(page) or #found > amount then
			local last = found[math.min(#found, amount)];
			reply:add_child(rsm.generate({
				first = last and found[1].name, last = last and last.name;
				count = not page.after and #found <= amount and #found or nil;
			}));
		end
		origin.send(reply);
		return true;
	end, 10);

	-- What is talked about in a closed room is for those who may enter.
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
