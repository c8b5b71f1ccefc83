local pretended = require "spec.support.pretended_module";

describe("the farewell to a BOSH client", function ()
	local function closing(requests, options)
		local world = pretended("mod_chat_sessions", { options = options, requires = { ["net.http.server"] = {} } });
		local closed;
		local reason = { condition = "policy-violation", text = "Enough" };
		local session = { sid = "s1", requests = requests, close = function (_, given) closed = given; end };
		world.library("bosh_farewell")(session, reason);
		assert.equal(reason, closed);
		assert.equal("pre-session-close", world.fired[1].event);
		return world;
	end
	local function ask(world, body, path)
		local response = { headers = {} };
		local text = world.fire("POST " .. (path or "/http-bind"), {
			request = { body = body, headers = { origin = "https://chat.example" } }, response = response;
		});
		return text, response.headers;
	end
	local BODY = '<body rid="2" sid="s1" xmlns="http://jabber.org/protocol/httpbind"/>';

	it("waits for its next request, once", function ()
		local world = closing {};
		local text, headers = ask(world, BODY);
		assert.is_not_nil(text:find("<policy-violation", 1, true));
		assert.is_not_nil(text:find(">Enough</text>", 1, true));
		assert.is_not_nil(text:find("type='terminate'", 1, true));
		assert.equal("https://chat.example", headers.access_control_allow_origin);
		assert.is_nil((ask(world, BODY)));
	end);

	it("is for that client alone", function ()
		local world = closing {};
		for _, body in ipairs { '<body sid="s2"/>', "<body rid='2'/>", "<body><a sid='s1'/></body>", "" } do
			assert.is_nil((ask(world, body)), body);
		end
		assert.is_nil((ask(world, nil)));
		assert.is_not_nil((ask(world, "<body sid='s1'/>", "/http-bind/")));
	end);

	it("is not needed by a client whose request waits, and is forgotten after a while", function ()
		assert.is_nil((ask(closing { {} }, BODY)));
		local world = closing({}, { bosh_max_inactivity = 30 });
		assert.equal(30, world.timers[1].seconds);
		world.timers[1].callback();
		assert.is_nil((ask(world, BODY)));
	end);
end);
