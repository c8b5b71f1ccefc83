-- Catches up after lost notices: asks the database regularly which of the live rooms, online users and services differ
-- from the stored ones, and applies the differences like notices.
--
-- Options:
--   chat_reconcile_interval  seconds between two rounds; default 2
--
-- Fire the event chat-reconcile on the host to start a round immediately.

module:depends("chat_database");
module:depends("chat_bridge");
module:depends("chat_accounts");
module:depends("chat_services");

local array = require "util.array";
local async = require "util.async";

local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local rosters = module:shared("/*/chat_rosters/api");
local accounts = module:shared("/*/chat_accounts/api");
local services = module:shared("/*/chat_services/api");

local users = prosody.hosts[module.host].sessions;
local interval = module:get_option_number("chat_reconcile_interval", 2);

local most_at_once = 500; -- rooms, and users, in one question

local function online_users()
	local list = {};
	for username, user in pairs(users) do
		local metadata = user.roster and user.roster[false];
		list[#list + 1] = { username = username, roster = metadata and metadata.version or -1 };
	end
	return list;
end

local function slice(list, first)
	return array({ table.unpack(list, first, math.min(first + most_at_once - 1, #list)) });
end

-- Returns the outdated parts as one answer, or nil and the reason.
local function ask()
	local rooms, people = services.live(), online_users();
	local stale = { rooms = array(), rosters = array(), locked = array(), gone = array() };
	for first = 1, math.max(#rooms, #people, 1), most_at_once do
		if first > 1 then bridge.breathe(); end
		local ok, answer = db.call("stale", {
			rooms = slice(rooms, first);
			users = slice(people, first);
			services = first == 1 and array(services.names()) or nil;
		});
		if not ok then return nil, answer; end
		for _, name in ipairs { "rooms", "rosters", "locked", "gone" } do
			stale[name]:append(answer[name] or {});
		end
		if first == 1 then stale.services, stale.departed = answer.services == true, answer.departed; end
	end
	return stale;
end

local function each(list, visit)
	local pace = bridge.pacer();
	for _, item in ipairs(list) do
		visit(item);
		pace();
	end
end

-- Services first, because the rooms of a removed one are removed with it. Other code has run since the query, so
-- what cannot be undone is checked again.
local function apply(stale)
	if stale.services then services.refresh(); end
	for _, usernames in ipairs { stale.gone, stale.departed, stale.locked } do
		each(usernames, accounts.check);
	end
	each(stale.rooms, function (ref) services.sync(ref.service, ref.room); end);
	rosters.sync(stale.rosters);
end

local function round()
	local stale, err = ask();
	if not stale then return nil, err; end
	apply(stale);
	return stale;
end

local running = false;

local rounds = async.runner(function ()
	running = true;
	if db.attached() then round(); end
	running = false;
end, {
	error = function (_, err)
		running = false;
		module:log("error", "The reconciliation failed: %s", err);
	end;
});

local function start()
	if not running then rounds:run(true); end
end

module:add_timer(interval, function ()
	start();
	return interval;
end);

local requested = false;

module:hook("chat-reconcile", function ()
	if requested then return; end
	requested = true;
	module:add_timer(0, function ()
		requested = false;
		start();
	end);
end);

module:hook_global("chat-database-attached", start);

bridge.route("POST", "/reconcile", function ()
	local stale, err = round();
	if not stale then error(err); end
	return stale;
end);
