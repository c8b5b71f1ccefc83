-- The rooms of one chat service: rows of the database, brought to life by mod_muc. What chat users change is written
-- first and takes effect when the database has it; what the database says takes effect in the same way.

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
module:require "occupant_ids"();
module:require "history"(rooms);
module:require "discovery"(rooms);

component[service] = {
	--- Adds the rooms in memory to a list.
	add_live = function (list)
		for _, room in pairs(rooms.live) do
			list:push({ service = service, room = rooms.name_of(room), id = room.chat.id, version = room.chat.version });
		end
	end;
	--- Takes over what the database says of a room, unless it has this version already; true when it is in memory.
	sync = function (name, version)
		local room = rooms.live[rooms.address_of(name)];
		if not room then return false; end
		if not version or room.chat.version < version then rooms.sync(room); end
		return true;
	end;
	--- Tells the people in a room, whose row is gone, that it is no more; true when it was in memory.
	destroyed = function (name)
		local room = rooms.live[rooms.address_of(name)];
		if not room then return false; end
		rooms.dissolve(room);
		return true;
	end;
	invite = function (name, to, reason, password)
		rooms.invite(rooms.address_of(name), to, reason, password);
	end;
	occupants = function (name)
		return rooms.occupants(rooms.live[rooms.address_of(name)]);
	end;
	--- The service is no more.
	close = function ()
		for _, room in pairs(rooms.live) do
			rooms.dissolve(room);
		end
	end;
};

function module.unload()
	component[service] = nil;
end
