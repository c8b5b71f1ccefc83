-- A server that waits listens for no client, server or component, so that a balancer, or who tries one address after the other,
-- finds the one that serves. HTTP stays open: the bridge is asked there.

local portmanager = require "core.portmanager";

local names = {
	c2s = true, c2s_direct_tls = true, legacy_ssl = true, s2s = true, s2s_direct_tls = true, component = true;
};

local listeners = {};
local closed = false;

function listeners.close()
	if closed then return; end
	closed = true;
	for name in pairs(names) do
		if portmanager.get_service(name) then portmanager.deactivate(name); end
	end
end

-- Other modules, such as WebSocket, need the services themselves, so these stay. Provided anew, they open their ports with the
-- certificates of each host, which ports that are merely activated again would not have.
function listeners.open()
	if not closed then return; end
	closed = false;
	for name in pairs(names) do
		local service = portmanager.get_service(name);
		if service then
			portmanager.unregister_service(name, service);
			prosody.events.fire_event("item-added/net-provider", { item = service });
		end
	end
end

module:hook_global("service-added", function (event)
	if closed and names[event.name] then portmanager.deactivate(event.name); end
end);

return listeners;
