local pretended = require "spec.support.pretended_module";

describe("the calls about rooms and services", function ()
	local routes, done, breaths;
	before_each(function ()
		routes, done, breaths = {}, {}, 0;
		local world = pretended("mod_chat_services", {
			shared = {
				["/*/chat_bridge/api"] = {
					route = function (method, path, handler) routes[method .. " " .. path] = handler; end;
					is_xml_text = function (value) return type(value) == "string" and not value:find("\1"); end;
					breathe = function () breaths = breaths + 1; end;
				};
			};
		});
		local services = {};
		function services.sync(service, room)
			table.insert(done, ("sync %s %s"):format(service, room));
			return service == "conference";
		end
		function services.refresh() return services.changes, services.problem; end
		local conference = {};
		function conference.destroyed(room) return room == "lobby"; end
		function conference.occupants(room) return { { nick = room } }; end
		function conference.invite(room, to, reason, password)
			table.insert(done, ("%s %s %s %s"):format(room, to, reason or "-", password or "-"));
		end
		world.library("bridge_calls")(services, { conference = conference });
		routes.services = services;
	end);

	local function call(name, body, query) return routes[name](body or {}, query or {}); end

	it("synchronise rooms, and count those that are here", function ()
		local rooms = { { service = "conference", room = "a" }, { service = "gone", room = "b" } };
		assert.same({ synced = 1 }, call("POST /rooms/sync", { rooms = rooms }));
		assert.same({ "sync conference a", "sync gone b" }, done);
	end);

	it("let others run between many rooms", function ()
		local rooms = {};
		for index = 1, 120 do
			rooms[index] = { service = "conference", room = "r" .. index };
		end
		assert.same({ synced = 120 }, call("POST /rooms/sync", { rooms = rooms }));
		assert.equal(2, breaths);
	end);

	it("do nothing when any part of a request is wrong", function ()
		local fine = { service = "conference", room = "a" };
		for _, wrong in ipairs { { service = "conference" }, { room = "a" }, { service = "", room = "a" }, "a", 1 } do
			assert.same(
				{ nil, "each room needs a service and a room" },
				{ call("POST /rooms/sync", { rooms = { fine, wrong } }) }
			);
		end
		assert.same({ nil, "rooms are missing" }, { call("POST /rooms/sync") });
		local to = { to = "bob@example.org" };
		for _, wrong in ipairs {
			{}, { to = "" }, { to = "b@x", reason = 1 }, { to = "b@x", password = {} };
			{ to = "b@x", reason = "tea\1" }, { to = "b@x", password = "\1" };
		} do
			local body = { service = "conference", room = "a", invitations = { to, wrong } };
			assert.same(
				{ nil, "each invitation needs an address, and texts without characters that XML does not have" },
				{ call("POST /rooms/invite", body) }
			);
		end
		for _, address in ipairs { "@", "b\1@x", "rt\u{7bc}@x" } do
			local body = { service = "conference", room = "a", invitations = { to, { to = address } } };
			assert.same({ nil, "nobody can have the address", address }, { call("POST /rooms/invite", body) });
		end
		assert.same(
			{ nil, "the room has no possible name", "a\1" },
			{ call("POST /rooms/invite", { service = "conference", room = "a\1", invitations = { to } }) }
		);
		assert.same({}, done);
	end);

	it("invite by prepared address, with reason and password", function ()
		local body = {
			service = "conference", room = "a";
			invitations = { { to = "Bob@Example.org", reason = "tea", password = "open" }, { to = "cara@example.org" } };
		};
		assert.same({ sent = 2 }, call("POST /rooms/invite", body));
		assert.same({ "a bob@example.org tea open", "a cara@example.org - -" }, done);
		body.service = "gone";
		assert.same({ sent = 0 }, call("POST /rooms/invite", body));
	end);

	it("destroy rooms, and list who is in them", function ()
		assert.same({ destroyed = true }, call("POST /rooms/destroy", { service = "conference", room = "lobby" }));
		assert.same({ destroyed = false }, call("POST /rooms/destroy", { service = "gone", room = "lobby" }));
		assert.same({ nil, "service and room are missing" }, { call("POST /rooms/destroy") });
		assert.same(
			{ occupants = { { nick = "lobby" } } },
			call("GET /occupants", nil, { service = "conference", room = "lobby" })
		);
		assert.same({ occupants = {} }, call("GET /occupants", nil, { service = "gone", room = "lobby" }));
		assert.same({ nil, "service and room are missing" }, { call("GET /occupants") });
	end);

	it("read the services again, and raise why that failed", function ()
		routes.services.changes = { added = 1 };
		assert.same({ added = 1 }, call("POST /services"));
		routes.services.changes, routes.services.problem = nil, "unavailable";
		assert.has_error(function () call("POST /services"); end);
	end);
end);
