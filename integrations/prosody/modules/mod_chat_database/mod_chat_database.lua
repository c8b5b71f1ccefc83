-- Access to the rows that this server shares with the administration service: one connection, the functions of the
-- schema `engine`, and a circuit breaker, because each call blocks the whole server.
--
-- Options (global section):
--   chat_database  libpq connection string, of either form
--   chat_instance  name of this server among those that ask for the database; default: host name
--   and those of lease.lib.lua
--
-- For other modules:
--   module:depends("chat_database");
--   local db = module:shared("/*/chat_database/api");
--   local ok, value = db.call("room", "conference", "lobby")
--       true and the answer (JSON decoded; nil for SQL's null), or false and the reason: "unavailable" while there is no
--       database, text otherwise. Tables among the arguments are sent as JSON; lists that may be empty need util.array.
--       Never raises, never waits for an unavailable database. A call whose outcome is unknown (the connection
--       broke) is repeated only if that is safe: see contract.lib.lua.
--   db.walk(list_names, f, ...), db.answer(username, ask_many, subject)  see read_ahead.lib.lua
--   db.attached()    whether calls are served
--   db.domain()      the domain of the database, once attached
--   db.absent(list)  hashes ("sha1", "sha256") whose keys an account lacks; a list replaces them, as the database tells it
--   db.memory(map)   how many messages are remembered of a room that is not logged, by service; {}: nothing is. A map
--       replaces them, as the database tells it, and fires the global event chat-memory-changed
--   db.instance      the value of chat_instance
--   db.state()       "active" or "waiting", and the number of the lease: see lease.lib.lua
--   db.grace         seconds for which temporary rooms outlive the server before
--   db.standing(question)  what another chat server is told that has no database: see standing.lib.lua
--   db.confirm()     returns once nothing is known against serving: see fence.lib.lua
--   db.statistics()  { attached, calls, errors, reconnects, slowest_ms }
-- Global events: chat-database-attached, chat-database-detached.

module:set_global();

local unsupported = module:require "versions".refusal(prosody.version);
if unsupported then error(unsupported, 0); end

local now = require "util.time".monotonic;
local configmanager = require "core.configmanager";
local hostname = require "socket".dns.gethostname;

local when_known = module:require "answering";
local missing_module = module:require "completeness";
local contract = module:require "contract";
local connect = module:require "connection".connect;
local lent_tables = { sql = module:require "lent_tables", parameters = 0 };

local contract_version = 2;
local shortest_pause, longest_pause = 1, 5;
local reminder = 60; -- seconds between two log lines about the same refusal
-- Seconds for which failed calls have blocked the server. The debt is paid off slowly, so that a persistent lock
-- costs only a small part of the time.
local largest_debt = 1.5;
local paid_per_second = 0.1;
local pooled = "chat_database leads through a pooler in transaction mode";

local conninfo = module:get_option_string("chat_database");
if not conninfo then
	error("the option chat_database is missing", 0);
end

local db = module:shared("/*/chat_database/api");
db.instance = module:get_option_string("chat_instance") or hostname();

local connection;
local domain;
local absent = {};
local memory = {};
local attached, greeted = false, false;
local pause = shortest_pause;
local debt, debt_since = 0, now();
local last_refusal, told_at = nil, 0;
local lock_elsewhere = false;
local lease;
local calls, errors, reconnects, slowest = 0, 0, 0, 0;

local function measured_call(fn, ...)
	calls = calls + 1;
	local started = now();
	local ok, value = connection:call(fn, ...);
	local elapsed = now() - started;
	slowest = math.max(slowest, elapsed);
	return ok, value, elapsed;
end

local function serves(name)
	local host = name and rawget(configmanager.getconfig(), name);
	return host and not host.component_module;
end

local function disconnect()
	if connection then
		connection:close();
		connection = nil;
	end
end

-- Returns true if this server may serve, or false, the reason, and perhaps the seconds until the next attempt.
local function greet()
	if not connection then
		local fresh, err = connect(conninfo);
		if not fresh then return false, err; end
		connection = fresh;
		if greeted then reconnects = reconnects + 1; end
	end
	local ok, answer = connection:call(contract.join, contract_version, lease.facts());
	if not ok then
		-- the lock of the lease is on this connection
		if lease.state() ~= "active" or not connection:alive() then disconnect(); end
		return false, answer;
	elseif answer.ok and not serves(answer.domain) then
		connection:call(contract.leave, db.instance, answer.epoch); -- the lock is for the server that fits
		disconnect();
		return false, ("the database is for the domain %s, and there is no such VirtualHost"):format(answer.domain);
	end
	local again = lease.told(answer);
	if not answer.ok then return false, lock_elsewhere and pooled or answer.reason, again; end
	greeted, lock_elsewhere = true, false;
	domain = answer.domain;
	absent = answer.absent or {};
	memory = answer.memory or {};
	local lent, why = connection:call(lent_tables);
	if not lent then module:log("warn", "Accounts that are renamed leave behind what is kept of them here: %s", why); end
	return true;
end

-- LuaDBI drops libpq's reason for a failed connection.
local function hint(reason)
	return reason:find("no connection to the server", 1, true)
		and "; why (address, password, certificate), is in PostgreSQL's log, or shown by psql with the same connection string"
		or "";
end

-- Returns nil, or the seconds until the next attempt.
local function attach()
	local started = now();
	local ok, reason, again = greet();
	local elapsed = now() - started;
	if ok then
		attached = true;
		last_refusal = nil;
		module:log("info", "Attached to the database of %s as %s", domain, db.instance);
		prosody.events.fire_event("chat-database-attached");
		return nil;
	end
	if reason ~= last_refusal or now() - told_at >= reminder then
		module:log("warn", "Not attached to the database: %s%s", reason, hint(reason));
		last_refusal, told_at = reason, now();
	end
	if again then return again; end
	pause = math.min(pause * 1.5, lease.longest_pause(longest_pause));
	-- However long the attempts take, most of the time is left for serving.
	return math.max(pause, 4 * elapsed);
end

-- A timer attempts to connect; calls fail immediately while there is no database.
local function attach_after(seconds)
	local function try(silent)
		local again;
		if silent then again = lease.longest_pause(longest_pause); else again = attach(); end
		if again then attach_after(again); end
	end
	module:add_timer(seconds, function ()
		if connection and seconds < shortest_pause then try(false); else when_known(conninfo, try); end
	end);
end

local function detach(reason, seconds)
	if not attached then return; end -- an attempt is under way
	attached = false;
	last_refusal = reason;
	module:log("warn", "Without database: %s", reason);
	attach_after(seconds);
	prosody.events.fire_event("chat-database-detached");
end

local function reconnect()
	disconnect();
	local ok, reason = greet();
	if not ok then detach(reason, pause); end
	return ok;
end

local function failed(name, reason, elapsed)
	errors = errors + 1;
	module:log("error", "engine.%s failed: %s", name, reason);
	debt = math.max(0, debt - (now() - debt_since) * paid_per_second) + elapsed;
	debt_since = now();
	if attached and debt > largest_debt then
		detach("the database is too slow", math.min(debt, longest_pause));
	end
end

function db.call(name, ...)
	local fn = contract[name] or error("no such function of the contract: " .. tostring(name), 2);
	if not attached then return false, "unavailable"; end
	-- A connection that broke while idle must not fail a call that cannot be repeated.
	if not fn.again and not connection:answers() and not reconnect() then
		return false, "unavailable";
	end

	local ok, value, elapsed = measured_call(fn, ...);
	if not ok and not connection:alive() then
		errors = errors + 1;
		module:log("warn", "engine.%s lost the connection: %s", name, value);
		if not reconnect() then return false, "unavailable"; end
		if not fn.again then return false, value; end
		ok, value, elapsed = measured_call(fn, ...);
	end
	if not ok then
		failed(name, value, elapsed);
		return false, value;
	end
	pause = shortest_pause;
	return true, value;
end

local read_ahead = module:require "read_ahead";
db.walk, db.answer = read_ahead.walk, read_ahead.answer;

function db.attached()
	return attached;
end

function db.domain()
	return domain;
end

function db.absent(list)
	absent = list or absent;
	return absent;
end

function db.memory(map)
	if map then
		memory = map;
		prosody.events.fire_event("chat-memory-changed");
	end
	return memory;
end

function db.statistics()
	return {
		attached = attached;
		calls = calls;
		errors = errors;
		reconnects = reconnects;
		slowest_ms = math.floor(slowest * 1000 + 0.5);
	};
end

lease = module:require "lease" {
	instance = db.instance;
	contract_version = contract_version;
	attached = db.attached;
	connected = function () return connection ~= nil; end;
	domain = db.domain;
	-- on the connection that there is, uncounted
	ask = function (fn, ...)
		if not connection then return false, "not connected"; end
		return connection:call(fn, ...);
	end;
	failed = function (reason, elapsed)
		if connection and connection:alive() then return failed("renew", reason, elapsed); end
		errors = errors + 1;
		module:log("warn", "The renewal lost the connection: %s", reason);
		if attached then reconnect(); else disconnect(); end
	end;
	-- The lock that keeps other chat servers out stays on the session that joined.
	pooled = function ()
		lock_elsewhere = true;
		disconnect();
		detach(pooled, longest_pause);
	end;
};
db.state, db.standing, db.confirm, db.grace = lease.state, lease.standing, lease.confirm, lease.grace;

local release_stock_storage = module:require "stock_storage" (db.attached, db.instance, db.confirm);
module:require "periodic_tasks"(db.attached);

module:hook_global("server-started", function ()
	local name, host = missing_module();
	if not name then return; end
	module:log("error", "mod_%s is not loaded on %s: the reason is told above, or it is not among the modules_enabled", name, host);
	lease.release();
	disconnect();
	prosody.shutdown(("mod_%s is not loaded"):format(name), 1);
end);

-- Releases the lock for the next server immediately, whatever else keeps this process alive.
module:hook_global("server-stopped", function ()
	lease.release();
	disconnect();
end);

function module.unload()
	attached = false;
	release_stock_storage();
	lease.release();
	lease.unload();
	disconnect();
end

local again = attach();
if again then
	lease.close_ports();
	attach_after(again);
end
