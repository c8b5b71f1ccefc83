-- The devices that are told of messages (XEP-0357). mod_cloud_notify remembers what it has read of an account for as long as
-- it runs, so that a later account of the same name would tell the devices of the earlier one. They are taken out, and
-- others put in, as their owner would do it.

local modulemanager = require "core.modulemanager";
local st = require "util.stanza";

local xmlns_push = "urn:xmpp:push:0";
local host = module.host;

local store;
local remembered = {}; -- lists of devices by the names of accounts, as mod_cloud_notify has read or written them
local departed = {}; -- names that accounts had: another one may be renamed to them, and bring devices along
local unwritten; -- user name

local function watched(stock_store)
	local watching = setmetatable({}, { __index = stock_store });

	function watching:get(username) -- luacheck: ignore 212/self
		local list, err = stock_store:get(username);
		if not err then remembered[username] = list or {}; end
		return list, err;
	end

	function watching:set(username, list) -- luacheck: ignore 212/self
		if username == unwritten then return true; end
		remembered[username] = list;
		return stock_store:set(username, list);
	end

	return watching;
end

module:hook("store-opened", function (event)
	if event.store_name ~= "cloud_notify" then return; end
	store = event.store;
	event.store = watched(store);
end);
-- It has opened its store already, perhaps.
if modulemanager.get_module(host, "cloud_notify") then modulemanager.reload(host, "cloud_notify"); end

local function nothing() end

local function ask(username, action, device)
	local attributes = { xmlns = xmlns_push, jid = device.jid, node = device.node };
	if action == "enable" then attributes.include_payload = device.include_payload; end
	local stanza = st.iq({ type = "set", id = action, ["xml:lang"] = device.language }):tag(action, attributes);
	if action == "enable" and device.options then stanza:add_child(st.deserialize(device.options)); end
	module:fire_event("iq-set/self/" .. xmlns_push .. ":" .. action, {
		origin = {
			username = username, host = host, resource = device.resource, client_id = device.client_id;
			send = nothing, log = nothing;
		};
		stanza = stanza:reset();
	});
end

local function replace(username, stored)
	for _, device in pairs(remembered[username]) do ask(username, "disable", device); end
	for _, device in pairs(stored) do ask(username, "enable", device); end
end

local function refresh(username)
	if not remembered[username] then return; end
	local stored, err = store:get(username);
	if not stored and err then error(err, 0); end
	unwritten = username;
	local ran, problem = pcall(replace, username, stored or {});
	unwritten = nil;
	if not ran then error(problem, 0); end
	remembered[username] = stored or {};
end

local before_cloud_notify = 2;

local function refresh_departed(username)
	if departed[username] and pcall(refresh, username) and next(remembered[username] or {}) then
		departed[username] = nil;
	end
end

module:hook("message/offline/handle", function (event) refresh_departed(event.username); end, before_cloud_notify);
module:hook("resource-bind", function (event) refresh_departed(event.session.username); end);

--- Makes mod_cloud_notify forget what it remembers of an account, and remember what is stored under its name now: nothing,
-- or what another account has brought along. Raises what the store says when it cannot be read.
return function (username)
	refresh(username);
	departed[username] = true;
end
