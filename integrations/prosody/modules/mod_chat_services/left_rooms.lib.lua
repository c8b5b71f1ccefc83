-- Temporary rooms that have outlived the server before, which end unless somebody enters them in time.

local array = require "util.array";

local db = module:shared("/*/chat_database/api");

local retry_after = 1; -- seconds, while there are more, or no database

return function (components)
	local waiting = false;

	local function remove()
		local occupied = array();
		for _, rooms in pairs(components) do
			rooms.add_occupied(occupied);
		end
		local ok, none_left = db.call("remove_left_rooms", occupied);
		return not (ok and none_left) and retry_after or nil;
	end

	local function wait()
		if waiting or db.grace == 0 or not db.attached() then return; end
		waiting = true;
		module:add_timer(db.grace, remove);
	end

	module:hook_global("chat-database-attached", wait);
	wait();
end
