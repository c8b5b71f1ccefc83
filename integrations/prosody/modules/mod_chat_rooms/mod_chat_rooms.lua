-- The rooms of one chat service: rows of the database, brought to life by mod_muc. Changes by chat users are stored
-- first and take effect once the database has them; changes from the database take effect in the same way.

module:depends("chat_database");

local component = module:shared("/*/chat_rooms/components");
local service = module:get_option_string("chat_service");

local rooms = module:require "live_rooms"(module:depends("muc"), service);
module:require "changes"(rooms);
module:require "lifetime"(rooms);
module:require "affiliations"(rooms);
module:require "registration"(rooms);
module:require "configuration"(rooms);
module:require "subject"(rooms);
module:require "entry"(rooms);
module:require "private_messages"(rooms);
module:require "invitations"(rooms);
module:require "occupants"(rooms);
module:require "commands"(rooms);
module:require "occupant_ids"();
module:require "memory"(rooms);
module:require "moderation"(rooms);
module:require "history"(rooms);
module:require "discovery"(rooms);

component[service] = {
	--- Adds the rooms in memory to a list.
	add_live = function (list)
		for _, room in pairs(rooms.live) do
			list:push({ service = service, room = rooms.name_of(room), id = room.chat.id, version = room.chat.version });
		end
	end;
	--- Adds the ids of rooms with occupants to a list; no others are in memory then.
	add_occupied = function (list)
		for _, room in pairs(rooms.live) do
			rooms.forget_when_empty(room);
			if room:has_occupant() then list:push(room.chat.id); end
		end
	end;
	--- How many occupants the rooms in memory have.
	count_occupants = function ()
		local count = 0;
		for _, room in pairs(rooms.live) do
			for _ in room:each_occupant() do
				count = count + 1;
			end
		end
		return count;
	end;
	--- Applies the database's version of a room unless it is already current; true if the room is in memory.
	sync = function (name, version)
		local room = rooms.live[rooms.address_of(name)];
		if not room then return false; end
		if not version or room.chat.version < version then rooms.sync(room); end
		return true;
	end;
	--- Destroys a room in memory whose row is gone, notifying the occupants; true if it was in memory.
	destroyed = function (name, alternate, reason)
		local room = rooms.live[rooms.address_of(name)];
		rooms.forget(rooms.address_of(name));
		if not room then return false; end
		rooms.dissolve(room, alternate, reason);
		return true;
	end;
	invite = function (name, to, reason, password)
		rooms.invite(rooms.address_of(name), to, reason, password);
	end;
	occupants = function (name)
		return rooms.occupants(rooms.live[rooms.address_of(name)]);
	end;
	occupant_count = function (name)
		return rooms.occupant_count(rooms.live[rooms.address_of(name)]);
	end;
	joined_by = function (sessions, pace)
		return rooms.joined_by(sessions, pace);
	end;
	kick = function (name, nickname, reason)
		return rooms.kick(rooms.live[rooms.address_of(name)], nickname, reason);
	end;
	change_role = function (name, nickname, role)
		return rooms.change_role(rooms.live[rooms.address_of(name)], nickname, role);
	end;
	announce = function (name, body)
		return rooms.announce(rooms.live[rooms.address_of(name)], body);
	end;
	--- Passes on, once, that a message was taken back: id and text of the announcement.
	tell_retraction = function (name, id, text)
		rooms.tell_retraction(rooms.live[rooms.address_of(name)], id, text);
	end;
	--- What is remembered of the room with an id, which is not logged.
	remembered = function (name, id)
		return rooms.told(rooms.address_of(name), id);
	end;
	--- The service has been removed.
	close = function ()
		for _, room in pairs(rooms.live) do
			rooms.dissolve(room);
		end
		rooms.forget_all();
	end;
};

function module.unload()
	component[service] = nil;
end
