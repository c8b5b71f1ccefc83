-- How chat users create rooms, and how rooms end.

local jid_bare = require "util.jid".bare;
local st = require "util.stanza";
local row = module:require "row";

local db = module:shared("/*/chat_database/api");

local retry_after = 5; -- seconds

return function (rooms)
	local muc, service, live = rooms.muc, rooms.service, rooms.live;
	local room_mt = muc.room_mt;

	-- Temporary rooms that have ended while their rows could not be removed: by name, who left last, or true.
	local left_behind = {};

	local function remove_temporary(name, by)
		local ok = db.call("remove_room", service, name, true, by ~= true and by or nil);
		left_behind[name] = not ok and by or nil;
	end

	local waiting = false;
	local function try_again()
		for name, by in pairs(left_behind) do
			remove_temporary(name, by);
		end
		waiting = next(left_behind) ~= nil;
		return waiting and retry_after or nil;
	end

	local function end_temporary(name, by)
		remove_temporary(name, by or true);
		if left_behind[name] and not waiting then
			waiting = true;
			module:add_timer(retry_after, try_again);
		end
	end

	module:hook("muc-room-restored", function (event)
		left_behind[rooms.name_of(event.room)] = nil;
	end);

	-- The room exists already: the would-be creator enters it.
	local function enter_instead(room, origin, stanza)
		muc.forget_room(room);
		local other = rooms.find(room.jid);
		if other then
			other:handle_normal_presence(origin, stanza);
		else
			origin.send(rooms.unavailable(stanza));
		end
	end

	-- Entering a room that does not exist creates it. The row is stored last, when nothing else can refuse the entry.
	module:hook("muc-occupant-pre-join", function (event)
		if not event.is_new_room then return; end
		local room, origin, stanza = event.room, event.origin, event.stanza;
		local name = rooms.name_of(room);
		if not row.is_possible("password", room:get_password() or "") then
			origin.send(st.error_reply(stanza, "modify", "not-acceptable", "The password is too long", room.jid));
			return true;
		end
		local by = jid_bare(stanza.attr.from);
		local state = row.created_by(by, name, room:get_password());
		state.actor = by;
		local ok, version = db.call("put_room", service, name, state);
		if not ok then
			origin.send(rooms.unavailable(stanza));
			return true;
		elseif version == 0 then
			origin.send(st.error_reply(stanza, "cancel", "item-not-found", nil, room.jid));
			return true;
		elseif version < 0 then
			enter_instead(room, origin, stanza);
			return true;
		end
		local _, created = db.call("room", service, name);
		if type(created) ~= "table" then
			end_temporary(name, by);
			origin.send(rooms.unavailable(stanza));
			return true;
		end
		rooms.fill(room, created);
	end, -1000);

	-- Never leaves a half-created room behind.
	local handle_first_presence = room_mt.handle_first_presence;
	function room_mt:handle_first_presence(origin, stanza)
		local ok, result = xpcall(handle_first_presence, debug.traceback, self, origin, stanza);
		rooms.forget_when_empty(self);
		if not ok then error(result, 0); end
		return result;
	end

	-- Rooms outlive a server that is stopped as they do one that crashes, though their occupants leave before it ends.
	local stopping = false;
	module:hook_global("server-stopping", function () stopping = db.grace > 0; end, 1000);

	-- Before mod_muc, which would remove temporary rooms from memory only.
	module:hook("muc-occupant-left", function (event)
		local room = event.room;
		if room.destroying or room:has_occupant() or live[room.jid] ~= room then return; end
		muc.forget_room(room);
		if not room:get_persistent() and not stopping then
			room.destroying = true;
			end_temporary(rooms.name_of(room), event.occupant and event.occupant.bare_jid);
			module:fire_event("muc-room-destroyed", { room = room });
		end
	end, 1000);

	-- Who asks is not told to room:destroy().
	local asking;
	local handle_owner_query = room_mt.handle_owner_query_set_to_room;
	function room_mt:handle_owner_query_set_to_room(origin, stanza)
		asking = jid_bare(stanza.attr.from);
		local ok, result = xpcall(handle_owner_query, debug.traceback, self, origin, stanza);
		asking = nil;
		if not ok then error(result, 0); end
		return result;
	end

	--- An owner destroys the room.
	function room_mt:destroy(alternate, reason, password)
		if not db.call("remove_room", service, rooms.name_of(self), false, asking) then
			return false, "wait";
		end
		rooms.dissolve(self, alternate, reason, password);
		return true;
	end
end
