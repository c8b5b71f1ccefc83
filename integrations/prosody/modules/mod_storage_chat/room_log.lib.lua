-- The conversations of one chat service's rooms, for mod_muc_mam. Read-only: mod_chat_rooms writes, before a
-- message is passed on.

local pages = module:require "pages";

local db = module:shared("/*/chat_database/api");
local service = module:get_option_string("chat_service");

local archive = { caps = { total = true, full_id_range = true, ids = true } };

archive.find = pages(function (room, query)
	query.with = nil; -- only conversations are stored, so the type of stanza says nothing
	query.retractions = true;
	return db.call("messages", service, room, query);
end);

function archive:append() -- luacheck: ignore 212/self
	return nil, "written by mod_chat_rooms";
end

--- Messages are deleted with the row of the room.
function archive:delete() -- luacheck: ignore 212/self
	return true;
end

return { archive = archive };
