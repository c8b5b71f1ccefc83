-- What administrators do to the people in a room, and say there. Contract: extensions E6.2, E6.3

local st = require "util.stanza";

local xmlns_user = "http://jabber.org/protocol/muc#user";

return function (rooms)
	local function occupant_of(room, nickname)
		return room and room:get_occupant_by_nick(room.jid .. "/" .. nickname);
	end

	--- Every resource under the nickname leaves, as by XEP-0045 section 8.2 without an actor; false: there is none.
	function rooms.kick(room, nickname, reason)
		local occupant = occupant_of(room, nickname);
		if not occupant then return false; end
		local previous_role = occupant.role;
		occupant.role = nil;
		room:save_occupant(occupant);
		local x = st.stanza("x", { xmlns = xmlns_user }):tag("status", { code = "307" }):up();
		room:publicise_occupant_status(occupant, x, nil, nil, reason, previous_role);
		module:fire_event("muc-occupant-left", { room = room, nick = occupant.nick, occupant = occupant });
		return true;
	end

	--- Until the occupant leaves. Returns "changed", "missing", or "refused" to owners and admins, who stay moderators.
	function rooms.change_role(room, nickname, role)
		local occupant = occupant_of(room, nickname);
		if not occupant then return "missing"; end
		if occupant.role == role then return "changed"; end
		local affiliation = room:get_affiliation(occupant.bare_jid);
		if affiliation == "owner" or affiliation == "admin" then return "refused"; end
		rooms.tell_roles(room, { { occupant = occupant, previous_role = occupant.role, role = role } });
		return "changed";
	end

	--- A message of the room itself to everybody present, which is not kept. Whether the room is in memory.
	function rooms.announce(room, body)
		if not room then return false; end
		room:broadcast(st.message({ type = "groupchat", from = room.jid }):text_tag("body", body));
		return true;
	end
end
