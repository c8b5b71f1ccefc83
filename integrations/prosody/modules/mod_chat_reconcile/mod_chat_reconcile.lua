-- Catches up after lost notices: asks the database regularly which of the live rooms, online users, their shared groups
-- and services differ from the stored ones, and applies the differences like notices. The answer names a shared group
-- once, however many of those online see it.
--
-- Options:
--   chat_reconcile_interval  seconds between two rounds; default 2
--
-- Fire the event chat-reconcile on the host to start a round immediately.

module:depends("chat_database");
module:depends("chat_bridge");
module:depends("chat_accounts");
module:depends("chat_services");
module:depends("chat_files");

local array = require "util.array";
local async = require "util.async";

local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local rosters = module:shared("/*/chat_rosters/api");
local accounts = module:shared("/*/chat_accounts/api");
local services = module:shared("/*/chat_services/api");
local files = module:shared("/*/chat_files/api");

local hosts = prosody.hosts;
local users = hosts[module.host].sessions;
local interval = module:get_option_number("chat_reconcile_interval", 2);

local most_at_once = 500; -- rooms, and users, in one question

local unknown = array({ "" });
local administrators = unknown; -- user names, as they were told last

-- The state of the roster that a user holds; nil: none that could be compared.
local function state_of(user)
	local metadata = user.roster and user.roster[false];
	return metadata and metadata.state;
end

local function online_users()
	local list = {};
	for username, user in pairs(users) do
		local state = state_of(user);
		list[#list + 1] = { username = username, own = state and state.own or -1 };
	end
	return list;
end

-- The shared groups of those online, each with one of the versions that they have of it.
local function seen_groups()
	local versions, list = {}, array();
	for _, user in pairs(users) do
		local state = state_of(user);
		for id, version in pairs(state and state.groups or {}) do
			versions[id] = math.min(version, versions[id] or version);
		end
	end
	for id, version in pairs(versions) do
		list:push({ id = tonumber(id), version = version });
	end
	return list;
end

-- User names of those who have another version of one of these groups; those without a version are none any more.
local function users_behind(groups)
	local found = {};
	for username, user in pairs(users) do
		local seen = (state_of(user) or {}).groups or {};
		for _, group in ipairs(groups) do
			local known = seen[tostring(group.id)];
			if known and known ~= group.version then
				found[#found + 1] = username;
				break;
			end
		end
	end
	return found;
end

local function add_new(list, more)
	local seen = {};
	for _, name in ipairs(list) do seen[name] = true; end
	for _, name in ipairs(more) do
		if not seen[name] then list:push(name); end
	end
end

local function slice(list, first)
	return array({ table.unpack(list, first, math.min(first + most_at_once - 1, #list)) });
end

-- Returns the outdated parts as one answer, or nil and the reason.
local function ask()
	local rooms, people = services.live(), online_users();
	local stale = { rooms = array(), rosters = array(), locked = array(), gone = array() };
	local groups;
	for first = 1, math.max(#rooms, #people, 1), most_at_once do
		if first > 1 then bridge.breathe(); end
		local ok, answer = db.call("stale", {
			rooms = slice(rooms, first);
			users = slice(people, first);
			groups = first == 1 and seen_groups() or nil;
			services = first == 1 and array(services.names()) or nil;
			administrators = first == 1 and administrators or nil;
			memory = first == 1 and db.memory() or nil;
		});
		if not ok then return nil, answer; end
		for _, name in ipairs { "rooms", "rosters", "locked", "gone" } do
			stale[name]:append(answer[name] or {});
		end
		if first == 1 then
			stale.services, stale.departed, groups = answer.services == true, answer.departed, answer.groups;
			stale.administrators = answer.administrators;
			stale.absent, stale.memory, stale.untold = answer.absent, answer.memory, answer.untold;
			stale.files, stale.replies = answer.files, answer.replies;
		end
	end
	add_new(stale.rosters, users_behind(groups));
	return stale;
end

-- Sessions keep the role that they were given at their login. Prosody 13 closes those whose role has changed, 0.12 has none.
local function change_roles(now)
	local before, changed = administrators, {};
	administrators = array(now);
	if before == unknown then return; end
	for _, username in ipairs(before) do changed[username] = true; end
	for _, username in ipairs(now) do changed[username] = not changed[username] or nil; end
	-- in 0.12 a global that is not there is a warning in the log
	local role_of = rawget(hosts[module.host].authz, "get_user_role");
	for username in pairs(role_of and changed or {}) do
		prosody.events.fire_event("user-role-changed", {
			username = username, host = module.host, role = role_of(username);
		});
	end
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
	db.absent(stale.absent);
	db.memory(stale.memory);
	if stale.services then services.refresh(); end
	for _, usernames in ipairs { stale.gone, stale.departed, stale.locked } do
		each(usernames, accounts.check);
	end
	each(stale.rooms, function (ref) services.sync(ref.service, ref.room); end);
	rosters.sync(stale.rosters);
	if stale.administrators then change_roles(stale.administrators); end
	if stale.untold then services.tell_retractions(); end
	files.remove_departed(stale.files);
	if stale.replies then module:fire_event("chat-report-replies"); end
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
