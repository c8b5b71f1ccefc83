-- A pretended Prosody for one of our modules: the `module` that the module is given records what it asks for.
--
--   local pretended = require "spec.support.pretended_module";
--   local it_is = pretended("mod_chat_bridge", {
--       host = "example.org";                                    default: example.org
--       options = { chat_bridge_token = "t" };                   of the configuration
--       shared = { ["/*/chat_database/api"] = { … } };           tables of other modules; others are empty
--       depends = { presence = { … } };                          what `module:depends` returns; others: {}
--       libraries = { health = function () end };                in the place of our own *.lib.lua
--       answers = { ["an-event"] = true };                       what others answer to events of the module
--       requires = { ["util.timer"] = { … } };                   in the place of Prosody's libraries
--       prosody = { bare_sessions = {} };                        the global `prosody`
--       os = { remove = … }, io = { open = … };                  in the place of Lua's own
--   });
--   it_is.load()                  runs mod_….lua
--   it_is.library("health")       runs health.lib.lua and gives what it returns
--   it_is.fire("event", data)     calls the hooks, the highest priority first, until one returns something; wrappers around it
--   it_is.add_item("kind", item), .remove_item  what `module:handle_items` does with an item of another module
--   it_is.api("/*/chat_bridge/api")  a shared table
--   it_is.logged, .sent, .fired, .provided, .timers, .features   lists of what it has done

local function pretend(name, given)
	given = given or {};
	local folder = "modules/" .. name .. "/";
	local shared = {};
	for path, content in pairs(given.shared or {}) do
		shared[path] = content;
	end
	local hooks, wrappers, libraries, item_handlers = {}, {}, {}, {};
	local seen = { logged = {}, sent = {}, fired = {}, provided = {}, timers = {}, features = {} };
	local module = { name = name:gsub("^mod_", ""), host = given.host or "example.org" };

	local environment = setmetatable({
		module = module;
		prosody = given.prosody or {};
		os = given.os;
		io = given.io;
		require = function (library)
			local stub = given.requires and given.requires[library];
			if stub ~= nil then return stub; end
			return require(library);
		end;
	}, { __index = _G });

	local function run(file)
		return assert(loadfile(folder .. file, "t", environment))();
	end

	local function option(_, key, default)
		local value = given.options and given.options[key];
		if value == nil then return default; end
		return value;
	end
	for _, kind in ipairs { "", "_string", "_number", "_boolean" } do
		module["get_option" .. kind] = option;
	end
	function module:get_option_set(key, default)
		return require "util.set".new(option(self, key, default));
	end
	function module:shared(path)
		shared[path] = shared[path] or {};
		return shared[path];
	end
	function module:depends(dependency)
		return given.depends and given.depends[dependency] or {};
	end
	function module:require(library)
		if given.libraries and given.libraries[library] ~= nil then return given.libraries[library]; end
		libraries[library] = libraries[library] or run(library .. ".lib.lua");
		return libraries[library];
	end
	local function hook(_, event, handler, priority)
		hooks[event] = hooks[event] or {};
		table.insert(hooks[event], { handler = handler, priority = priority or 0 });
		table.sort(hooks[event], function (a, b) return a.priority > b.priority; end);
	end
	module.hook, module.hook_global = hook, hook;
	function module:wrap_event(event, wrapper)
		wrappers[event] = wrapper;
	end
	function module:hook_tag(xmlns, tag, handler, priority)
		hook(self, xmlns .. ":" .. tag, function (event) return handler(event.session, event.stanza); end, priority);
	end
	function module:hook_object_event(_, event, handler, priority) hook(self, event, handler, priority); end
	function module:fire_event(event, data)
		table.insert(seen.fired, { event = event, data = data });
		return given.answers and given.answers[event];
	end
	function module:send(stanza) table.insert(seen.sent, stanza); end
	function module:log(level, text, ...) table.insert(seen.logged, level .. ": " .. text:format(...)); end
	function module:add_timer(seconds, callback)
		table.insert(seen.timers, { seconds = seconds, callback = callback });
	end
	function module:add_feature(feature) table.insert(seen.features, feature); end
	function module:handle_items(kind, added, removed) item_handlers[kind] = { added = added, removed = removed }; end
	function module:context() return self; end
	function module:provides(kind, item) table.insert(seen.provided, { kind = kind, item = item }); end
	function module:open_store(store) return given.stores and given.stores[store] or {}; end
	function module:set_global() self.host = "*"; end

	function seen.load() return run(name .. ".lua"); end
	function seen.library(library) return module:require(library); end
	function seen.add_item(kind, item) item_handlers[kind].added({ item = item }); end
	function seen.remove_item(kind, item) item_handlers[kind].removed({ item = item }); end
	function seen.api(path) return module:shared(path); end
	local function call_hooks(event, data)
		for _, entry in ipairs(hooks[event] or {}) do
			local answer = entry.handler(data);
			if answer ~= nil then return answer; end
		end
	end
	function seen.fire(event, data)
		if wrappers[event] then return wrappers[event](call_hooks, event, data); end
		return call_hooks(event, data);
	end
	return seen;
end

return pretend;
