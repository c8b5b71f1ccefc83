-- What was said in the rooms of one chat service, for mod_muc_mam. It only reads: mod_chat_rooms writes, before a
-- message is passed on.

local array = require "util.array";
local parse_xml = require "util.xml".parse;

local db = module:shared("/*/chat_database/api");
local service = module:get_option_string("chat_service");

local largest_page = 1000;

local archive = { caps = { total = true, full_id_range = true, ids = true } };

-- Of stanza types only conversations are stored, so `with` says nothing.
function archive:find(room, query) -- luacheck: ignore 212/self
	local ids = query.ids and array(query.ids);
	local limit = math.max(0, math.min(query.limit or largest_page, largest_page)); -- clients may ask for infinity
	local ok, page = db.call("messages", service, room, {
		start = query.start, ["end"] = query["end"];
		after = query.after, before = query.before, ids = ids;
		limit = limit, reverse = query.reverse or false, total = query.total or false;
	});
	if not ok then return nil, page; end
	if not page or ids and #page.items < #ids then return nil, "item-not-found"; end

	local index, last, step = 0, #page.items + 1, 1;
	if query.reverse then
		index, last, step = last, 0, -1;
	end
	local function next_message()
		index = index + step;
		if index == last then return nil; end
		local item = page.items[index];
		local stanza, err = parse_xml(item.stanza);
		if not stanza then
			module:log("error", "Message %s cannot be read: %s", item.id, err);
			return next_message();
		end
		return item.id, stanza, math.floor(item.sent_at); -- util.datetime knows whole seconds only
	end
	return next_message, page.total;
end

function archive:append() -- luacheck: ignore 212/self
	return nil, "written by mod_chat_rooms";
end

--- What was said goes with the row of the room.
function archive:delete() -- luacheck: ignore 212/self
	return true;
end

return { archive = archive };
