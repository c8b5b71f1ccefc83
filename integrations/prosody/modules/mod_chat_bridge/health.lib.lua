-- The answer of /bridge/health, which is also available without a database.

local array = require "util.array";
local configmanager = require "core.configmanager";
local modulemanager = require "core.modulemanager";
local portmanager = require "core.portmanager";

local db = module:shared("/*/chat_database/api");
local services = module:shared("/*/chat_services/api");
local files = module:shared("/*/chat_files/api");

local contract_version = 1;

local kinds = {
	c2s = { kind = "c2s", encrypted = false };
	c2s_direct_tls = { kind = "c2s", encrypted = true };
	legacy_ssl = { kind = "c2s", encrypted = true };
	s2s = { kind = "s2s", encrypted = false };
	s2s_direct_tls = { kind = "s2s", encrypted = true };
	http = { kind = "bosh", encrypted = false };
	https = { kind = "bosh", encrypted = true };
	component = { kind = "component", encrypted = false };
};

local function as_list(value)
	if value == nil then return {}; end
	return type(value) == "table" and value or { value };
end

local function configured_ports(name, service)
	return as_list(configmanager.get("*", (service.config_prefix or name) .. "_ports")
		or service.default_ports or service.default_port);
end

-- A configured port is inactive if the system refused it.
local function accepts(name, port)
	return #portmanager.get_active_services():search(name, nil, port) > 0;
end

local function listeners()
	local list = array();
	for name, kind in pairs(kinds) do
		local service = portmanager.get_service(name);
		if service and (kind.kind ~= "bosh" or modulemanager.get_module("*", "bosh")) then
			for _, port in ipairs(configured_ports(name, service)) do
				port = tonumber(port);
				list:push({ kind = kind.kind, encrypted = kind.encrypted, port = port, accepting = accepts(name, port) });
			end
		end
	end
	return list:sort(function (a, b) return a.port < b.port; end);
end

-- By their names, with those of the whole server; those that failed to load are not among them. nil: the domain is not known yet.
local function modules_of(domain)
	if not domain then return nil; end
	local names = {};
	for _, host in ipairs { domain, "*" } do
		for name in pairs(modulemanager.get_modules(host) or {}) do names[name] = true; end
	end
	local list = array();
	for name in pairs(names) do list:push(name); end
	return list:sort();
end

local function count_sessions()
	local sessions, users = 0, 0;
	local host = prosody.hosts[db.domain() or ""];
	for _, user in pairs(host and host.sessions or {}) do
		users = users + 1;
		for _ in pairs(user.sessions) do
			sessions = sessions + 1;
		end
	end
	return sessions, users;
end

return function ()
	local sessions, users = count_sessions();
	local state, epoch = db.state();
	return {
		node = db.instance;
		state = state;
		epoch = epoch;
		engine = "prosody";
		version = prosody.version;
		contract = contract_version;
		domain = db.domain();
		started_at = prosody.start_time;
		sessions = sessions;
		users = users;
		rooms = services.live and #services.live() or 0;
		occupants = services.occupants and services.occupants() or 0;
		listeners = listeners();
		modules = modules_of(db.domain());
		stock_expiry = files.expired_by_stock and files.expired_by_stock() or nil;
		database = db.statistics();
	};
end
