local pretended = require "spec.support.pretended_module";

-- `ports`: the services whose ports are open.
local function scene()
	local services, ports = {}, {};
	local world;
	local function add(_, data)
		services[data.item.name], ports[data.item.name] = data.item, true;
		world.fire("service-added", { name = data.item.name });
	end
	world = pretended("mod_chat_database", {
		requires = {
			["core.portmanager"] = {
				get_service = function (name) return services[name]; end;
				deactivate = function (name) ports[name] = nil; end;
				unregister_service = function (name) services[name], ports[name] = nil, nil; end;
			};
		};
		prosody = { events = { fire_event = add } };
	});
	local function provide(name) add("item-added/net-provider", { item = { name = name } }); end
	return world.library("listeners"), ports, provide, services;
end

describe("the ports for clients", function ()
	it("are closed while it waits, with those that are provided later, and HTTP is not", function ()
		local listeners, ports, provide, services = scene();
		provide "c2s";
		provide "http";
		listeners.close();
		listeners.close();
		provide "c2s_direct_tls";
		assert.same({ http = true }, ports);
		assert.is_truthy(services.c2s);
		listeners.open();
		listeners.open();
		assert.same({ http = true, c2s = true, c2s_direct_tls = true }, ports);
		provide "s2s";
		assert.is_true(ports.s2s);
	end);
end);
