-- A half-loaded server would admit people whom nobody could remove again.

local is_loaded = require "core.modulemanager".is_loaded;

local needed_modules = {
	"chat_accounts", "chat_archive", "chat_sessions", "chat_rosters", "chat_presence", "chat_outage", "chat_services",
	"chat_reconcile";
};

--- Returns a module that is missing, and where; nil: none is.
return function ()
	if not is_loaded("*", "chat_bridge") then return "chat_bridge", "*"; end
	for host in pairs(prosody.hosts) do
		if is_loaded(host, "auth_chat") then
			for _, name in ipairs(needed_modules) do
				if not is_loaded(host, name) then return name, host; end
			end
		end
	end
end
