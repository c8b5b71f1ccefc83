local pretended = require "spec.support.pretended_module";
local json = require "util.json";

local TOKEN = "a-token";

-- mod_chat_bridge with one call, POST /echo, and a way to send requests to it.
local function bridge_with(options, attached)
	options = options or {};
	options.chat_bridge_token = options.chat_bridge_token or TOKEN;
	local world = pretended("mod_chat_bridge", {
		options = options;
		shared = { ["/*/chat_database/api"] = {
			attached = function () return attached ~= false; end;
			confirm = function () end;
			state = function () return attached == "waiting" and "waiting" or "active"; end;
			standing = function (body) return body.nonce and { state = "active" }, "nonce is not a text"; end;
		} };
		libraries = { health = function () return { well = true }; end };
		requires = { ["util.timer"] = {}, ["util.async"] = { ready = function () return false; end } };
	});
	world.load();
	local bridge = world.api("/*/chat_bridge/api");
	bridge.route("POST", "/echo", function (body, query)
		if body.broken then error("no luck"); end
		if body.wrong then return nil, body.reason, body.value; end
		return { body = body, query = query };
	end);
	local handle = world.provided[1].item.route["POST /*"];

	-- `given`: peer, forwarded (for whom a proxy asks), authorization, method, path, query, body
	local function send(given)
		local response = { headers = {} };
		local peer = given.peer or "127.0.0.1";
		local text = handle({
			response = response;
			request = {
				method = given.method or "POST", path = given.path or "/bridge/echo";
				ip = given.forwarded or peer, conn = { ip = function () return peer; end };
				headers = { authorization = given.authorization or ("Bearer " .. TOKEN) };
				url = { query = given.query };
				body = given.body;
			};
		});
		return response.status_code, json.decode(text);
	end
	return send, bridge, world;
end

describe("the bridge", function ()
	it("tells balancers and other chat servers without the token who serves, from allowed addresses", function ()
		local function asked(attached, method, path, more)
			local given = { method = method, path = "/bridge/" .. path, authorization = "none" };
			for name, value in pairs(more or {}) do given[name] = value; end
			return (bridge_with(nil, attached))(given);
		end
		assert.same({ 200, { state = "active" } }, { asked(true, "GET", "active") });
		assert.same({ 200, { state = "active" } }, { asked(false, "GET", "active") });
		assert.same({ 503, { state = "waiting" } }, { asked("waiting", "GET", "active") });
		assert.equal(200, (asked(false, "GET", "alive")));
		assert.equal(200, (asked(false, "POST", "standing", { body = '{"nonce":"x"}' })));
		assert.equal(400, (asked(false, "POST", "standing")));
		assert.equal(403, (asked(true, "GET", "active", { peer = "192.0.2.1" })));
		assert.equal(401, (asked(true, "GET", "health")));
		assert.equal(401, (asked(true, "GET", "unknown")));
	end);

	describe("lets in", function ()
		it("loopback addresses unless told otherwise", function ()
			local send = bridge_with();
			assert.equal(200, send { peer = "127.0.0.1" });
			assert.equal(200, send { peer = "127.8.9.1" });
			assert.equal(200, send { peer = "::1" });
			assert.equal(403, send { peer = "192.0.2.1" });
			assert.equal(403, send { peer = "2001:db8::1" });
		end);

		it("the addresses and networks that are configured, and no others", function ()
			local send = bridge_with { chat_bridge_allowed_addresses = { "192.0.2.0/24", "2001:db8::7" } };
			assert.equal(200, send { peer = "192.0.2.200" });
			assert.equal(200, send { peer = "2001:db8::7" });
			assert.equal(403, send { peer = "192.0.3.1" });
			assert.equal(403, send { peer = "127.0.0.1" });
		end);

		it("a proxy only if both it and the one for whom it asks are allowed", function ()
			local send = bridge_with { chat_bridge_allowed_addresses = { "127.0.0.1", "192.0.2.1" } };
			assert.equal(200, send { peer = "127.0.0.1", forwarded = "192.0.2.1" });
			assert.equal(403, send { peer = "127.0.0.1", forwarded = "198.51.100.1" });
			assert.equal(403, send { peer = "198.51.100.1", forwarded = "127.0.0.1" });
			assert.equal(403, send { peer = "127.0.0.1", forwarded = "unknown" });
		end);

		it("nobody without the token, whatever else is right", function ()
			local send = bridge_with();
			for _, wrong in ipairs { "", TOKEN, "Bearer ", "Bearer " .. TOKEN .. "x", "bearer " .. TOKEN } do
				local status, answer = send { authorization = wrong };
				assert.equal(401, status);
				assert.same({ error = "not without the token" }, answer);
			end
		end);
	end);

	it("does not start without a token, or with an address that is none", function ()
		assert.has_error(function () bridge_with { chat_bridge_token = "" }; end, "the option chat_bridge_token is missing");
		assert.has_error(
			function () bridge_with { chat_bridge_allowed_addresses = { "localhost" } }; end,
			"chat_bridge_allowed_addresses: not an address: localhost"
		);
	end);

	it("hands on the object of the body without its nulls, and the query", function ()
		local send = bridge_with();
		local status, answer = send { body = '{"a":null,"b":{"c":null,"d":[1]}}', query = "x=1&y=%20" };
		assert.equal(200, status);
		assert.same({ b = { d = { 1 } } }, answer.body);
		assert.equal("1", answer.query.x);
		assert.equal(" ", answer.query.y);
		status, answer = send {};
		assert.equal(200, status);
		assert.same({}, answer.body);
	end);

	it("refuses bodies that are no JSON object", function ()
		local send = bridge_with();
		for _, text in ipairs { "[]", "1", '"a"', "{", "null", "<a/>", '{"a":' .. ("["):rep(100000) } do
			assert.equal(400, (send { body = text }), text:sub(1, 20));
		end
	end);

	it("answers what a call says is wrong, and hides what it raises", function ()
		local send, _, world = bridge_with();
		local status, answer = send { body = '{"wrong":true,"reason":"a room is missing"}' };
		assert.equal(400, status);
		assert.same({ error = "a room is missing" }, answer);
		status, answer = send { body = '{"wrong":true,"reason":"no address","value":"@"}' };
		assert.equal(400, status);
		assert.same({ error = "no address", value = "@" }, answer);
		status, answer = send { body = '{"broken":true}' };
		assert.equal(500, status);
		assert.same({ error = "internal error" }, answer);
		assert.matches("^error: POST /echo failed: .*no luck", world.logged[1]);
	end);

	it("knows calls by method and path", function ()
		local send = bridge_with();
		assert.equal(404, (send { path = "/bridge/nothing" }));
		assert.equal(404, (send { method = "GET" }));
		assert.equal(404, (send { path = "/echo" }));
	end);

	it("answers nothing but its health while there is no database", function ()
		local send = bridge_with({}, false);
		local status, answer = send {};
		assert.equal(503, status);
		assert.same({ error = "not attached to the database" }, answer);
		status, answer = send { method = "GET", path = "/bridge/health" };
		assert.equal(200, status);
		assert.same({ well = true }, answer);
	end);

	it("takes lists of texts for such, and nothing else", function ()
		local _, bridge = bridge_with();
		assert.same({ "a", "b" }, bridge.texts { "a", "b" });
		assert.same({}, bridge.texts {});
		for _, value in ipairs { "a", { "" }, { 1 }, { "a", x = "b" }, { [2] = "a" }, { { "a" } } } do
			assert.is_nil(bridge.texts(value));
		end
	end);

	it("tells texts that XML can hold", function ()
		local _, bridge = bridge_with();
		for _, fine in ipairs { "", "tea", "Tee\t\r\n", "🫖", "\\u0001" } do assert.is_true(bridge.is_xml_text(fine)); end
		for _, wrong in ipairs { "\1", "a\0b", "\31", "\239\191\191", "\255", 7, {}, false } do
			assert.is_false(bridge.is_xml_text(wrong));
		end
	end);
end);
