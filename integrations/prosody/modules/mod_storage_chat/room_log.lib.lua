-- What was said in the rooms of one chat service, for mod_muc_mam. It only reads: mod_chat_rooms writes, before a
-- message is passed on.

local pages = module:require "pages";

local db = module:shared("/*/chat_database/api");
local service = module:get_option_string("chat_service");

local archive = { caps = { total = true, full_id_range = true, ids = true } };

archive.find = pages(function (room, query)
	query.with = nil; -- only conversations are stored, so the type of stanza says nothing
	return db.call("messages", service, room, query);
end);

function archive:append() -- luacheck: ignore 212/self
	return nil, "written by mod_chat_rooms";
end

--- What was said goes with the row of the room.
function archive:delete() -- luacheck: ignore 212/self
	return true;
end

return { archive = archive };
