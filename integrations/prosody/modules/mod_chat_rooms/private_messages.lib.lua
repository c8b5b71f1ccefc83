-- Who may send private messages.

local st = require "util.stanza";

local allowed = {
	anyone = { visitor = true, participant = true, moderator = true };
	participants = { participant = true, moderator = true };
	moderators = { moderator = true };
	none = {};
};

return function (rooms)
	local room_mt = rooms.muc.room_mt;

	local handle_message_to_occupant = room_mt.handle_message_to_occupant;
	function room_mt:handle_message_to_occupant(origin, stanza)
		local sender = self:get_occupant_by_real_jid(stanza.attr.from);
		if stanza.attr.type ~= "error" and sender and not allowed[self.chat.row.allow_pm][sender.role] then
			origin.send(st.error_reply(stanza, "auth", "forbidden", "You may not send private messages here", self.jid));
			return true;
		end
		return handle_message_to_occupant(self, origin, stanza);
	end
end
