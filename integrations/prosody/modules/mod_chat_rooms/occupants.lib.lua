-- The occupants of a room, in order of joining.

local array = require "util.array";
local jid_resource = require "util.jid".resource;

return function (rooms)
	module:hook("muc-occupant-session-new", function (event)
		local chat, session = event.room.chat, event.jid;
		if not chat.joined[session] then
			chat.joins = chat.joins + 1;
			chat.joined[session] = chat.joins;
		end
	end);

	module:hook("muc-occupant-pre-leave", function (event)
		event.room.chat.joined[event.stanza.attr.from] = nil;
	end, -1000);

	module:hook("muc-occupant-left", function (event)
		if event.stanza and not event.stanza.attr.type then return; end -- goes on under a new nickname
		for session in event.occupant:each_session() do
			event.room.chat.joined[session] = nil;
		end
	end);

	local function each_present(room, see)
		for _, occupant in room:each_occupant() do
			for session, presence in occupant:each_session() do
				if presence.attr.type == nil then see(occupant, session); end
			end
		end
	end

	--- One entry per session: { nickname, jid, role, affiliation }. A room that is not in memory (nil) has none.
	function rooms.occupants(room)
		local present = array();
		if not room then return present; end
		local joined = room.chat.joined;
		each_present(room, function (occupant, session)
			present:push({
				nickname = jid_resource(occupant.nick);
				jid = session;
				role = occupant.role;
				affiliation = room:get_affiliation(occupant.bare_jid) or "none";
			});
		end);
		return present:sort(function (a, b)
			return (joined[a.jid] or 0) < (joined[b.jid] or 0);
		end);
	end

	--- The names of the rooms where any of these sessions (full JIDs) is. pace: called for each room, may let others run.
	function rooms.joined_by(sessions, pace)
		local names, all = array(), {};
		if #sessions == 0 then return names; end
		for _, room in pairs(rooms.live) do table.insert(all, room); end -- which may change while others run
		for _, room in ipairs(all) do
			for _, session in ipairs(sessions) do
				if room.chat.joined[session] then
					names:push(rooms.name_of(room));
					break;
				end
			end
			pace();
		end
		return names;
	end

	--- How many of them there are.
	function rooms.occupant_count(room)
		local count = 0;
		if not room then return count; end
		each_present(room, function () count = count + 1; end);
		return count;
	end
end
