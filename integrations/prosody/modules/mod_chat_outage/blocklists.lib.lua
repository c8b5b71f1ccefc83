-- mod_blocklist takes a list that could not be read for an empty one, caches it, and would store it with the next
-- change. So nothing is stored after such a failure until mod_blocklist has dropped its cache.

local modulemanager = require "core.modulemanager";

local db = module:shared("/*/chat_database/api");

local retry_after = 1; -- second
local host = module.host;
local doubtful = false;

local function forget()
	if not doubtful then return; end
	if not db.attached() then return retry_after; end
	doubtful = false;
	modulemanager.reload(host, "blocklist");
end

local function doubt()
	if doubtful then return; end
	doubtful = true;
	module:add_timer(retry_after, forget);
end

local function guarded(store, explanation)
	local guard = setmetatable({}, { __index = store });

	function guard:get(username) -- luacheck: ignore 212/self
		local list, err = store:get(username);
		if not list and err then doubt(); end
		return list, err;
	end

	function guard:set(username, list) -- luacheck: ignore 212/self
		if doubtful then return nil, explanation; end
		return store:set(username, list);
	end

	return guard;
end

return function (explanation)
	module:hook("store-opened", function (event)
		if event.store_name == "blocklist" then
			event.store = guarded(event.store, explanation);
		end
	end);
	module:hook_global("chat-database-attached", forget);
	-- It may have opened its store already.
	if modulemanager.get_module(host, "blocklist") then modulemanager.reload(host, "blocklist"); end
end
