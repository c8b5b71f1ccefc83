-- Rosters that were changed by others than their owners' clients: takes them over into memory, pushes what is different,
-- and lets presence flow or stop.
--
-- For other modules, on the host that has the users:
--   module:depends("chat_rosters");
--   local rosters = module:shared("/*/chat_rosters/api");
--   rosters.sync(usernames)  reads what has changed in the rosters of those who are online; how many changes were pushed.
--       Lets others run in between when it is called in a coroutine
--   rosters.sync_soon(usernames)  the same, without waiting for it
--   rosters.of_contact(jid)  user names of those online who have a bare JID in their rosters

module:depends("chat_database");
module:depends("chat_bridge");

local array = require "util.array";
local async = require "util.async";
local jid_bare = require "util.jid".bare;
local jid_split = require "util.jid".split;
local nodeprep = require "util.encodings".stringprep.nodeprep;
local rostermanager = require "core.rostermanager";
local storagemanager = require "core.storagemanager";

local apply = module:require "changes".apply;
local presence = module:require "presence_flow";
local stop_hiding = module:require "hidden";
local bridge = module:shared("/*/chat_bridge/api");
local db = module:shared("/*/chat_database/api");
local rosters = module:shared("/*/chat_rosters/api");

local host = module.host;
local users = prosody.hosts[host].sessions;

local piece = 100; -- changes whose presence is followed before others run

local unknown_version = -1; -- makes the reconciliation read the roster again

-- Contacts changed by clients. The database may have stored something other than what was put, so they are compared.
local stored = {}; -- by user name

local function read_changes(username, metadata)
	local contacts = stored[username];
	stored[username] = nil;
	local fresh, changed = storagemanager.open(host, "roster", "keyval"):changes(username, metadata.state, contacts);
	if not fresh then metadata.version, metadata.state = unknown_version, nil; end
	return fresh, changed;
end

-- Merges a freshly read roster, or only `contacts` of it, and pushes the differences. Only the last push carries
-- the new version: clients that disconnect before it request the whole roster at their next login.
local function take_over(username, roster, fresh, contacts)
	local old_version, new_version = roster[false].version, fresh[false].version;
	local changes = apply(roster, fresh, contacts);
	local visible = {};
	for _, change in ipairs(changes) do
		if change.push then visible[#visible + 1] = change.jid; end
	end
	local metadata = roster[false];
	metadata.version = old_version;
	for index, jid in ipairs(visible) do
		if index == #visible then metadata.version = new_version; end
		rostermanager.roster_push(username, host, jid);
	end
	metadata.version = new_version;
	return changes, #visible;
end

-- What removed local contacts are told depends on their own rosters, which must be up to date.
local function add_removed_contacts(changes, found)
	for _, change in ipairs(changes) do
		local contact, contact_host = jid_split(change.jid);
		if contact_host == host and users[contact] and not change.new then
			found[#found + 1] = contact;
		end
	end
end

local function names_of(changes)
	local names = array();
	for _, change in ipairs(changes) do
		local contact, contact_host = jid_split(change.jid);
		if contact_host == host then names:push(contact); end
	end
	return names;
end

local function follow(username, changes)
	db.walk(function () return names_of(changes); end, function ()
		for _, change in ipairs(changes) do presence.follow(username, change); end
	end);
end

function rosters.sync(usernames)
	local waiting, seen, changed, pushed = array():append(usernames), {}, {}, 0;
	local position, pace = 0, bridge.pacer();
	while position < #waiting do
		position = position + 1;
		local username = waiting[position];
		local user = users[username];
		if user and user.roster and not seen[username] then
			seen[username] = true;
			pace();
			local fresh, contacts = read_changes(username, user.roster[false]);
			if fresh and users[username] == user then
				local changes, visible = take_over(username, user.roster, fresh, contacts);
				changed[username] = changes;
				pushed = pushed + visible;
				add_removed_contacts(changes, waiting);
			end
		end
	end
	-- Only now, because presence and the answers to it depend on the rosters of both sides.
	for username, changes in pairs(changed) do
		for first = 1, #changes, piece do
			follow(username, { table.unpack(changes, first, math.min(first + piece - 1, #changes)) });
			pace();
		end
	end
	return pushed;
end

local background = async.runner(rosters.sync, {
	error = function (_, err)
		module:log("error", "Rosters could not be taken over: %s", err);
	end;
});

function rosters.sync_soon(usernames)
	background:run(usernames);
end

function rosters.of_contact(jid)
	local found = {};
	for username, user in pairs(users) do
		if user.roster and user.roster[jid] then found[#found + 1] = username; end
	end
	return found;
end

bridge.route("POST", "/rosters", function (body)
	local usernames = bridge.texts(body.usernames);
	if not usernames then return nil, "usernames are missing"; end
	local prepared = {};
	for _, text in ipairs(usernames) do
		prepared[#prepared + 1] = nodeprep(text);
	end
	return { pushed = rosters.sync(prepared) };
end);

module:hook("chat-roster-stored", function (event)
	local username = event.username;
	if not users[username] then return; end
	if not stored[username] then
		stored[username] = array();
		module:add_timer(0, function () rosters.sync_soon({ username }); end);
	end
	stored[username]:append(event.contacts);
end);

-- The administration service may subscribe one side only. A stock server would answer the probes of that side with
-- `unsubscribed` and thereby undo what was stored.
module:hook("presence/bare", function (event)
	local stanza = event.stanza;
	if stanza.attr.type ~= "probe" or not stanza.attr.to then return; end
	local prober = jid_bare(stanza.attr.from);
	local _, prober_host = jid_split(prober);
	local contact = jid_split(stanza.attr.to);
	if prober_host == host and not rostermanager.is_contact_subscribed(contact, host, prober) then
		return true;
	end
end, 10);

function module.unload()
	stop_hiding();
end
