-- Follows created and deleted accounts, on either side: sessions are closed, data of stock modules is removed, and
-- others no longer see the contact.

module:depends("chat_database");
module:depends("chat_bridge");
module:depends("chat_sessions");
module:depends("chat_rosters");

local array = require "util.array";
local nodeprep = require "util.encodings".stringprep.nodeprep;
local saslprep = require "util.encodings".stringprep.saslprep;
local st = require "util.stanza";
local configmanager = require "core.configmanager";
local modulemanager = require "core.modulemanager";
local storagemanager = require "core.storagemanager";
local utf8_length = require "util.encodings".utf8.length;

local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local sessions = module:shared("/*/chat_sessions/api");
local rosters = module:shared("/*/chat_rosters/api");
local accounts = module:shared("/*/chat_accounts/api");
local memory = module:shared("/*/chat_rooms/memory");

local forget_personal_events = module:require "personal_events";
local forget_push_devices = module:require "push_devices";

local host = module.host;

local longest_name = 64; -- characters
local longest_password = 1023; -- bytes

local forgetting; -- user name

-- storagemanager.purge returns true even if a driver fails. Raises what the driver says. Some return nothing.
local function purge(username)
	local purged = {};
	local function purge_by(driver)
		if purged[driver] or not driver.purge then return; end
		purged[driver] = true;
		local ok, err = driver:purge(username);
		-- files have a folder for each domain, once something is stored
		local failed = not ok and (ok == false or err ~= nil);
		if failed and not tostring(err):find("No such file or directory", 1, true) then
			error(err or "the storage has not said why", 0);
		end
	end
	local storage = configmanager.get(host, "storage");
	for store in pairs(type(storage) == "table" and storage or {}) do
		purge_by((storagemanager.get_driver(host, store)));
	end
	purge_by((storagemanager.get_driver(host)));
end

local function remove_leftovers(username)
	prosody.events.fire_event("user-deleted", { username = username, host = host });
	forget_personal_events(username);
	purge(username);
	forget_push_devices(username);
end

-- What is stored belongs to the account that was renamed to the name; only what was read before counts no more.
local function remove_memories(username)
	forget_personal_events(username);
	forget_push_devices(username);
	modulemanager.reload(host, "blocklist");
end

--- Closes the sessions and removes what the stock modules hold and have stored for an account that is no more: a later one
-- of the same name must not find its offline messages or private data. The database remembers the name until this has been
-- done. Returns whether it has.
function accounts.forget(username, inherited)
	sessions.close_all(username);
	if memory.forget_person then memory.forget_person(username .. "@" .. host); end
	forgetting = username;
	local ran, err = pcall(inherited and remove_memories or remove_leftovers, username);
	forgetting = nil;
	if not ran then
		module:log("error", "What is stored for %s could not be removed: %s", username, tostring(err));
		return false;
	end
	return (db.call("forgotten", array { username }));
end

local function tell_contacts(username)
	rosters.sync_soon(rosters.of_contact(username .. "@" .. host));
	module:fire_event("chat-reconcile");
end

--- Checks an account's current state, because a notice may be outdated: its name may belong to another account, and
-- its owner may be back. Closes the sessions if it is locked, and removes what is left of a deleted one. Returns
-- how many sessions were closed.
function accounts.check(username)
	local ok, account = db.call("credentials", username, true);
	if not ok or account and not (account.locked or account.departed) then return 0; end
	local closed = sessions.close_all(username);
	if not account or account.departed then accounts.forget(username, account and account.inherited); end
	if not account then tell_contacts(username); end
	return closed;
end

-- What events of accounts change here; they return how many sessions were closed.
local function tell_vcard(username)
	module:fire_event("chat-vcard-changed", { username = username });
	return 0;
end

local handlers = {
	created = false; password = false; unlocked = false;
	locked = accounts.check; deleted = accounts.check; vcard = tell_vcard;
};

bridge.route("POST", "/users", function (body)
	local handle = handlers[body.event or ""];
	local usernames = bridge.texts(body.usernames);
	if handle == nil then return nil, "event is unknown"; end
	if not usernames then return nil, "usernames are missing"; end
	local closed, pace = 0, bridge.pacer();
	for _, text in ipairs(handle and usernames or {}) do
		local username = nodeprep(text);
		if username and username ~= "" then closed = closed + handle(username); end
		pace();
	end
	return { closed = closed };
end);

-- Before the stock handlers: they would unsubscribe the person from everyone, and thereby store again what the
-- database has just removed from the rosters of others.
module:hook_global("user-deleted", function (event)
	if event.host ~= host then return; end
	if forgetting == event.username then return; end
	sessions.close_all(event.username);
	tell_contacts(event.username);
end, 1000);

-- As after a lockout of the API, before the stock handler closes them with a text of its own.
module:hook_global("user-disabled", function (event)
	if event.host == host then sessions.close_all(event.username); end
end, 1000);

-- There may already be another account of that name, whose contacts stay.
module:hook("roster-item-removed", function (event)
	if forgetting and forgetting == event.username then return true; end
end, 1000);

local function is_password(text)
	local prepared = text and saslprep(text);
	return prepared and prepared ~= "" and #text <= longest_password;
end

-- What cannot be stored is answered with the right error.
module:hook("user-registering", function (event)
	local text, kind, condition = nil, "modify", "not-acceptable";
	if (utf8_length(event.username) or 0) > longest_name then
		text = "The user name is too long";
	elseif not is_password(event.password) then
		text = "The password cannot be used";
	elseif select(2, db.call("reserved_username", event.username)) == true then
		text, kind, condition = "The requested username cannot be registered.", "cancel", "not-allowed";
	end
	if not text then return; end
	event.allowed = false;
	event.error = { type = kind, condition = condition, text = text };
end, 10);

local function check_new_password(event)
	local origin, stanza = event.origin, event.stanza;
	local query = stanza.tags[1];
	local password = stanza.attr.type == "set" and not query:get_child("remove") and query:get_child_text("password");
	if not password then return; end
	if not is_password(password) then
		origin.send(st.error_reply(stanza, "modify", "not-acceptable", "The password cannot be used"));
		return true;
	end
	local ok, managed = db.call("managed_account", origin.username);
	if not ok or managed ~= "password" then return; end
	origin.send(st.error_reply(stanza, "cancel", "not-allowed", "The password is managed by a directory"));
	return true;
end

local function refuse_removal(username)
	local ok, managed = db.call("managed_account", username);
	if ok and managed then return "The account is managed by a directory"; end
	local known, is_last = db.call("last_administrator", username);
	return known and is_last and "This is the last administrator";
end

-- The stock module would answer service-unavailable. When two ask at once, it does so to the second one.
local function check_removal(event)
	local origin, stanza = event.origin, event.stanza;
	if stanza.attr.type ~= "set" or not stanza.tags[1]:get_child("remove") then return; end
	local text = refuse_removal(origin.username);
	if not text then return; end
	origin.send(st.error_reply(stanza, "cancel", "not-allowed", text));
	return true;
end

for _, name in ipairs { "iq/self/jabber:iq:register:query", "iq/host/jabber:iq:register:query" } do
	module:hook(name, check_new_password, 10);
	module:hook(name, check_removal, 10);
end
