-- Synchronises rooms in memory with their rows, in both directions.

local jid_bare = require "util.jid".bare;
local st = require "util.stanza";
local unset = require "util.json".null;

local db = module:shared("/*/chat_database/api");

local xmlns_user = "http://jabber.org/protocol/muc#user";

local function refused(kind, condition, text)
	return nil, { type = kind, condition = condition, text = text };
end

return function (rooms)
	local muc, service = rooms.muc, rooms.service;

	module:require "effects"(rooms);

	--- Removes a room from memory and tells its occupants that it was destroyed. Contract: muc-and-legacy 10.3
	function rooms.dissolve(room, alternate, reason, password)
		room.destroying = true;
		muc.forget_room(room);
		local occupants = {};
		for _, occupant in room:each_occupant() do
			table.insert(occupants, occupant);
		end
		for _, occupant in ipairs(occupants) do
			local presence = st.presence({ from = occupant.nick, type = "unavailable" })
				:tag("x", { xmlns = xmlns_user })
					:tag("item", { affiliation = "none", role = "none" }):up()
					:tag("destroy", { jid = alternate });
			if reason then presence:text_tag("reason", reason); end
			if password then presence:text_tag("password", password); end
			room:route_to_occupant(occupant, presence:reset());
			occupant.role = nil;
			room:save_occupant(occupant);
		end
		module:fire_event("muc-room-destroyed", { room = room, reason = reason, newjid = alternate, password = password });
	end

	--- Applies the database's version of a room in memory.
	function rooms.sync(room)
		local ok, row = db.call("room", service, rooms.name_of(room));
		if not ok then return; end -- mod_chat_reconcile repeats it
		if not row or row.id ~= room.chat.id then
			rooms.dissolve(room);
		elseif row.version ~= room.chat.version then
			room._data.locked = nil; -- it has been configured
			rooms.apply(room, row);
		end
	end

	local function with_members(row, members)
		local changed = {};
		for name, value in pairs(row) do
			changed[name] = value;
		end
		for name, value in pairs(members) do
			if value == unset then value = nil; end
			changed[name] = value;
		end
		return changed;
	end

	--- Stores a change of a room, and applies it once the database has it.
 -- `fields`: the changed members of the row; JSON's null: unset. `by`: as in rooms.apply; by.who: JID of who is named in
 -- events, if not by.actor.
 -- Returns true, or nil and the error to return: { type, condition, text }.
	function rooms.change(room, fields, by)
		local row = with_members(room.chat.row, fields);
		local state = { id = row.id, version = row.version, actor = jid_bare(by and (by.who or by.actor)) };
		for name, value in pairs(fields) do
			state[name] = value;
		end
		local ok, version = db.call("put_room", service, rooms.name_of(room), state);
		if not ok then
			return refused("wait", "internal-server-error", "The database cannot be reached");
		elseif version == 0 then
			rooms.dissolve(room);
			return refused("cancel", "item-not-found", "The room is no more");
		elseif version < 0 then
			rooms.sync(room);
			return refused("wait", "conflict", "The room has been changed by somebody else at the same time");
		end
		row.version = version;
		rooms.apply(room, row, by);
		return true;
	end
end
