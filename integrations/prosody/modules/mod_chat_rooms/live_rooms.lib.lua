-- The rooms in memory: those with occupants, and briefly those being queried. All others exist only in the database
-- and cannot be outdated.

local jid_split = require "util.jid".split;
local st = require "util.stanza";
local row = module:require "row";

local db = module:shared("/*/chat_database/api");

local function saved()
	return true; -- what is to be kept has been written already
end

return function (muc, service)
	local rooms = { muc = muc, service = service, live = {} };
	local live = rooms.live;

	function rooms.address_of(name)
		return name .. "@" .. module.host;
	end

	function rooms.name_of(room)
		return (jid_split(room.jid));
	end

	local track_room, forget_room = muc.track_room, muc.forget_room;

	function muc.track_room(room)
		local tracked = track_room(room);
		if tracked then
			room.save = saved;
			live[room.jid] = room;
		end
		return tracked;
	end

	function muc.forget_room(room)
		if live[room.jid] ~= room then return; end
		live[room.jid] = nil;
		return forget_room(room);
	end

	--- Makes a room equal to its row.
	function rooms.fill(room, of_database)
		room.chat = room.chat or { joined = {}, joins = 0, announced = {} };
		room.chat.id = of_database.id;
		room.chat.version = of_database.version;
		room.chat.row = of_database;
		room._data.history_length = 100;
		room._data.default_history_messages = 25;
		row.fill(of_database, room);
	end

	local function forget_when_empty(room)
		if live[room.jid] == room and not room:has_occupant() then
			muc.forget_room(room);
		end
	end
	rooms.forget_when_empty = forget_when_empty;

	--- The room at an address; nil: there is none; false: the database is unavailable.
	function rooms.find(address)
		if live[address] then return live[address]; end
		local name = jid_split(address);
		if not name then return nil; end
		local ok, found = db.call("room", service, name);
		if not ok then return false; end
		if not found then return nil; end
		local room = muc.new_room(address, {});
		rooms.fill(room, found);
		muc.track_room(room);
		module:fire_event("muc-room-restored", { jid = address, room = room });
		module:add_timer(0, function () forget_when_empty(room); end);
		return room;
	end
	muc.get_room_from_jid = rooms.find;

	--- The error for a request that needs the database while it is unavailable.
	function rooms.unavailable(stanza)
		return st.error_reply(stanza, "wait", "internal-server-error", "The database cannot be reached", module.host);
	end

	-- Looks for the room before mod_muc does, which would answer errors with errors.
	local function require_room(event)
		local origin, stanza = event.origin, event.stanza;
		local address = jid_split(stanza.attr.to);
		address = address and rooms.address_of(address);
		if not address or live[address] then return; end
		local kind = stanza.attr.type;
		if kind == "error" or kind == "result" or kind == "unavailable" then
			return true; -- from someone who cannot be in the room
		end
		if rooms.find(address) == false then
			origin.send(rooms.unavailable(stanza));
			return true;
		end
	end
	for _, name in ipairs { "iq/bare", "iq/full", "message/bare", "message/full", "presence/bare", "presence/full" } do
		module:hook(name, require_room, 100);
	end

	return rooms;
end
