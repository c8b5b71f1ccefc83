local pretended = require "spec.support.pretended_module";

describe("the health of the server", function ()
	local function health(given)
		local world = pretended("mod_chat_bridge", {
			shared = {
				["/*/chat_database/api"] = {
					instance = "here:1", domain = function () return given.domain; end;
					state = function () return "active", 7; end;
					statistics = function () return { attached = given.domain ~= nil }; end;
				};
				["/*/chat_services/api"] = given.services;
				["/*/chat_files/api"] = given.files;
			};
			requires = {
				["core.configmanager"] = { get = function (_, name) return given.ports and given.ports[name]; end };
				["core.modulemanager"] = {
					get_module = function () return given.bosh; end;
					get_modules = function (host) return given.modules and given.modules[host]; end;
				};
				["core.portmanager"] = {
					get_service = function (name) return given.offered and given.offered[name]; end;
					get_active_services = function ()
						return { search = function (_, name, _, port) return given.active[name .. port] and { true } or {}; end };
					end;
				};
			};
			prosody = { version = "0.12.3", start_time = 100, hosts = { ["example.org"] = { sessions = given.sessions or {} } } };
		});
		return world.library("health")();
	end

	it("can be told without a database", function ()
		local told = health {};
		assert.same({ "here:1", "prosody", "0.12.3", 1, 100, "active", 7 }, {
			told.node, told.engine, told.version, told.contract, told.started_at, told.state, told.epoch;
		});
		assert.is_nil(told.domain);
		assert.same({ 0, 0, 0 }, { told.sessions, told.users, told.rooms });
		assert.is_false(told.database.attached);
	end);

	it("counts sessions, users and live rooms", function ()
		local told = health {
			domain = "example.org";
			services = { live = function () return { {}, {}, {} }; end };
			sessions = { ann = { sessions = { a = {}, b = {} } }, bob = { sessions = { a = {} } } };
		};
		assert.same({ 3, 2, 3 }, { told.sessions, told.users, told.rooms });
	end);

	it("lists the modules of domain and server, by name", function ()
		local told = health { domain = "example.org"; modules = {
			["example.org"] = { pep = {}, roster = {}, posix = {} }; ["*"] = { chat_bridge = {}, posix = {} };
		} };
		assert.same({ "chat_bridge", "pep", "posix", "roster" }, { table.unpack(told.modules) });
		assert.same({}, { table.unpack(health({ domain = "example.org" }).modules) });
		assert.is_nil(health({}).modules);
	end);

	it("names the components whose files the stock module expires", function ()
		assert.is_nil(health({}).stock_expiry);
		local files = { expired_by_stock = function () return { "upload.example.org" }; end };
		assert.same({ "upload.example.org" }, health({ files = files }).stock_expiry);
	end);

	it("lists where connections should be accepted, by port, and whether they are", function ()
		local given = {
			offered = { c2s = { default_ports = { 5222 } }, s2s = { default_port = 5269 }, https = { default_port = 5281 } };
			ports = { c2s_ports = { "6222", 6223 } };
			active = { c2s6222 = true, s2s5269 = true };
		};
		assert.same({
			{ kind = "s2s", encrypted = false, port = 5269, accepting = true };
			{ kind = "c2s", encrypted = false, port = 6222, accepting = true };
			{ kind = "c2s", encrypted = false, port = 6223, accepting = false };
		}, { table.unpack(health(given).listeners) });
		given.bosh = {};
		assert.same(
			{ kind = "bosh", encrypted = true, port = 5281, accepting = false },
			health(given).listeners[2]
		);
	end);
end);
