-- The entrance for the administration service: JSON over HTTP below /bridge, on Prosody's HTTP port, for callers with
-- the token and an allowed address. Other modules add the calls.
--
-- Options (global section):
--   chat_bridge_token              what callers send as `Authorization: Bearer <token>`
--   chat_bridge_allowed_addresses  addresses and networks (CIDR); default: loopback
--
-- For other modules:
--   module:depends("chat_bridge");
--   local bridge = module:shared("/*/chat_bridge/api");
--   bridge.route("POST", "/rooms/sync", function (body, query, event) ... end)
--       `body`: the decoded JSON object, {} when there was none; JSON's nulls are left out. `query`: the parameters of
--       the address, texts. `event`: request and response of mod_http. Returns the answer (200), a table or JSON text, the
--       number of another status, or nil, what is wrong with the request
--       (400), and the address in it that is none, if that is what is wrong. What it raises is logged and answered
--       with 500. Runs in a coroutine, so it may wait (util.async). While there is no database it is not called, and 503
--       is answered; a fourth argument `true` has it called then, too.
--   bridge.breathe()  lets others run for a moment
--   bridge.pacer()    returns a function for walks over many things, to be called with each: it breathes whenever the walk
--       has kept others waiting for 20 ms, and does nothing outside of a coroutine
--   bridge.texts(value)  the value if it is a list of texts that are not empty, else nil
--   bridge.is_xml_text(value)  whether it is a text that XML can hold

module:set_global();
module:depends("http");
module:depends("chat_database");

local async = require "util.async";
local array = require "util.array";
local equals = require "util.hashes".equals;
local formdecode = require "util.http".formdecode;
local ip = require "util.ip";
local json = require "util.json";
local now = require "util.time".monotonic;
local timer = require "util.timer";
local utf8_valid = require "util.encodings".utf8.valid;
local xpcall = require "util.xpcall".xpcall;

local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local routes = module:shared("/*/chat_bridge/routes");

local token = module:get_option_string("chat_bridge_token");
if not token or token == "" then
	error("the option chat_bridge_token is missing", 0);
end
local authorization = "Bearer " .. token;

local longest_stretch = 0.02; -- seconds

local networks = {};
for address in module:get_option_set("chat_bridge_allowed_addresses", { "127.0.0.0/8", "::1" }) do
	local network, bits = ip.parse_cidr(address);
	if not network then
		error("chat_bridge_allowed_addresses: not an address: " .. tostring(address), 0);
	end
	networks[#networks + 1] = { network, bits };
end

local function is_allowed(address)
	local caller = ip.new_ip(address);
	for _, network in ipairs(networks) do
		if caller and ip.match(caller, network[1], network[2]) then return true; end
	end
	return false;
end

local function without_nulls(value)
	if type(value) ~= "table" then return value; end
	for key, member in pairs(value) do
		if member == json.null then
			value[key] = nil;
		else
			without_nulls(member);
		end
	end
	return value;
end

-- Returns the body as a table, or nil if it is not a JSON object.
local function read(text)
	if not text or text == "" then return {}; end
	if not text:find("^%s*{") then return nil; end
	-- deep nesting raises
	local ran, value = pcall(function () return without_nulls(json.decode(text)); end);
	return ran and type(value) == "table" and value or nil;
end

local function reply(response, status, answer)
	response.status_code = status;
	response.headers.content_type = "application/json";
	return type(answer) == "string" and answer or json.encode(answer);
end

local refusals = { [403] = "neither from this machine nor over TLS", [410] = "nobody waits for it" };

local detached = { error = "not attached to the database" };

local function handle(event)
	local request, response = event.request, event.response;
	-- A local proxy names its client, which mod_http has put into request.ip.
	if not (is_allowed(request.ip) and is_allowed(request.conn:ip())) then
		return reply(response, 403, { error = "not from this address" });
	end
	db.confirm();
	local path = request.path:match("^/bridge(/[^?]*)");
	local route = path and routes[request.method .. " " .. path];
	if not (route and route.open) and not equals(request.headers.authorization or "", authorization) then
		return reply(response, 401, { error = "not without the token" });
	elseif not route then
		return reply(response, 404, { error = "no such call" });
	elseif not (route.without_database or db.attached()) then
		return reply(response, 503, detached);
	end
	local body = read(request.body);
	if not body then
		return reply(response, 400, { error = "the body is not a JSON object" });
	end
	local query = request.url.query and formdecode(request.url.query);
	local ran, answer, problem, value = xpcall(route.handler, debug.traceback, body, type(query) == "table" and query or {}, event);
	if not ran and not db.attached() then
		return reply(response, 503, detached);
	elseif not ran then
		module:log("error", "%s %s failed: %s", request.method, path, answer);
		return reply(response, 500, { error = "internal error" });
	elseif not answer then
		return reply(response, 400, { error = problem or "the request makes no sense"; value = value });
	end
	if type(answer) == "number" then
		return answer == 204 and answer or reply(response, answer, { error = refusals[answer] });
	end
	return reply(response, route.status and route.status() or 200, answer);
end

function bridge.route(method, path, handler, without_database)
	routes[method .. " " .. path] = { handler = handler, without_database = without_database };
end

function bridge.breathe()
	local wait, done = async.waiter();
	timer.add_task(0, done);
	wait();
end

function bridge.pacer()
	local since = now();
	return function ()
		if now() - since < longest_stretch or not async.ready() then return; end
		bridge.breathe();
		since = now();
	end;
end

function bridge.texts(value)
	if type(value) ~= "table" then return nil; end
	local list = array();
	for _ in pairs(value) do
		local item = value[#list + 1];
		if type(item) ~= "string" or item == "" then return nil; end
		list:push(item);
	end
	return list;
end

function bridge.is_xml_text(value)
	return type(value) == "string" and utf8_valid(value) and not value:find("[\0-\8\11\12\14-\31]")
		and not value:find("\xEF\xBF[\xBE\xBF]");
end

module:provides("http", {
	name = "bridge";
	default_path = "/bridge";
	cors = { enabled = false };
	route = {
		["GET /*"] = handle;
		["POST /*"] = handle;
	};
});

bridge.route("GET", "/health", module:require "health", true);

local questions = module:require "questions";
bridge.route("GET", "/questions", questions.take);
bridge.route("POST", "/answers", questions.answer);

-- For balancers, supervisors and other chat servers, which do not have the token.
local function said_to_all(method, path, handler, status)
	routes[method .. " " .. path] = { handler = handler, without_database = true, open = true, status = status };
end

said_to_all("GET", "/alive", function () return { alive = true }; end);
said_to_all("GET", "/active", function () return { state = (db.state()) }; end, function ()
	return db.state() == "active" and 200 or 503;
end);
said_to_all("POST", "/standing", db.standing);
