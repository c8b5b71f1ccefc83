-- How chat users create rooms, and how rooms end.

local jid_bare = require "util.jid".bare;
local st = require "util.stanza";
local row = module:require "row";

local db = module:shared("/*/chat_database/api");

local retry_after = 5; -- seconds

return function (rooms)
	local muc, service, live = rooms.muc, rooms.service, rooms.live;
	local room_mt = muc.room_mt;

	-- Names of temporary rooms that have ended while their rows could not be removed.
	local left_behind = {};

	local function remove_temporary(name)
		local ok = db.call("remove_room", service, name, true);
		left_behind[name] = not ok or nil;
	end

	local waiting = false;
	local function try_again()
		for name in pairs(left_behind) do
			remove_temporary(name);
		end
		waiting = next(left_behind) ~= nil;
		return waiting and retry_after or nil;
	end

	local function end_temporary(name)
		remove_temporary(name);
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
		local ok, version = db.call("put_room", service, name, row.created_by(jid_bare(stanza.attr.from), name, room:get_password()));
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
			end_temporary(name);
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

	-- Before mod_muc, which would remove temporary rooms from memory only.
	module:hook("muc-occupant-left", function (event)
		local room = event.room;
		if room.destroying or room:has_occupant() or live[room.jid] ~= room then return; end
		muc.forget_room(room);
		if not room:get_persistent() then
			room.destroying = true;
			end_temporary(rooms.name_of(room));
			module:fire_event("muc-room-destroyed", { room = room });
		end
	end, 1000);

	--- An owner destroys the room.
	function room_mt:destroy(alternate, reason, password)
		if not db.call("remove_room", service, rooms.name_of(self), false) then
			return false, "wait";
		end
		rooms.dissolve(self, alternate, reason, password);
		return true;
	end
end
