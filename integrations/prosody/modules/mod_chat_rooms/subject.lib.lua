-- Checks who may change the subject, and stores it before it is shown.

local st = require "util.stanza";
local unset = require "util.json".null;

return function (rooms)
	-- After the check for voice (50), before mod_muc's own (20).
	module:hook("muc-occupant-groupchat", function (event)
		local room, origin, stanza, occupant = event.room, event.origin, event.stanza, event.occupant;
		local subject = stanza:get_child("subject");
		-- With a body or a thread it is a message that has a subject.
		if not subject or stanza:get_child("body") or stanza:get_child("thread") then return; end
		if occupant.role ~= "moderator" and not room.chat.row.can_occupants_change_subject then
			origin.send(st.error_reply(stanza, "auth", "forbidden", "You are not allowed to change the subject", room.jid));
			return true;
		end
		local text = subject:get_text() or "";
		local done, err = rooms.change(room, { subject = text ~= "" and text or unset },
			{ nick = occupant.nick, who = stanza.attr.from });
		if not done then
			origin.send(st.error_reply(stanza, err.type, err.condition, err.text, room.jid));
		end
		return true;
	end, 21);

	-- Those who enter later are not told that somebody has set it who is no more.
	module:hook_global("user-deleted", function (event)
		local gone = event.username .. "@" .. event.host;
		for _, room in pairs(rooms.live) do
			if room.chat.subject_by == gone then
				room._data.subject_from, room.chat.subject_by = nil, nil;
			end
		end
	end);
end
