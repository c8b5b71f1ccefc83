local pretended = require "spec.support.pretended_module";

-- mod_chat_database over a pretended server: `server.answer(name, ...)` answers each call and may let time pass
-- (`clock.now`), `server.alive` says whether the connection has survived, `server.refuses` why there is none.
local function database_with(server)
	local clock = { now = 1000 };
	server.clock = clock;
	server.called, server.connected, server.alive = {}, 0, true;
	local function connect()
		if server.refuses then return nil, server.refuses; end
		server.connected = server.connected + 1;
		server.alive = true;
		local connection = {};
		function connection:call(fn, ...)
			local name = fn.sql:match("engine%.([%w_]+)%(");
			if name == "leave" then
				server.left = true;
				return true, true;
			elseif name == "join" then
				if server.slow then return false, "canceling statement due to lock timeout"; end
				return true, { ok = not server.occupied, domain = "example.org", reason = server.occupied };
			end
			if not name then
				server.lent = (server.lent or 0) + 1;
				return server.lends ~= false, "not allowed";
			end
			table.insert(server.called, name);
			return server.answer(name, ...);
		end
		function connection:alive() return server.alive; end
		function connection:answers() return server.alive; end
		function connection:close() end
		return connection;
	end
	local function lease(database)
		server.lease = database;
		return {
			facts = function () return { node = database.instance }; end;
			told = function (answer)
				server.state = answer.ok and "active" or server.state;
				return not answer.ok and server.again or nil;
			end;
			state = function () return server.state or "waiting"; end;
			close_ports = function () server.closes_ports = true; end;
			longest_pause = function (longest) return longest; end;
			release = function () end;
		};
	end
	local events = {};
	local world = pretended("mod_chat_database", {
		options = { chat_database = "host=db", chat_instance = "here:1" };
		libraries = {
			connection = { connect = connect };
			lease = lease;
			answering = function (_, callback) callback(server.silent == true); end;
			stock_storage = function () return function () end; end;
			periodic_tasks = function () end;
		};
		requires = {
			["util.time"] = { monotonic = function () return clock.now; end };
			["core.configmanager"] = { getconfig = function () return { ["example.org"] = {} }; end };
			["core.modulemanager"] = { is_loaded = function () return true; end };
			socket = { dns = { gethostname = function () return "host"; end } };
		};
		prosody = {
			version = "0.12.3", hosts = {};
			events = { fire_event = function (event) table.insert(events, event); end };
		};
	});
	world.load();
	return world.api("/*/chat_database/api"), world, events;
end

local function after(world, clock)
	local timer = table.remove(world.timers, 1);
	clock.now = clock.now + timer.seconds;
	timer.callback();
	return timer.seconds;
end

-- Over a server whose calls end after the seconds that they are given, without an answer.
local function timing_out()
	local server = {};
	function server.answer(_, seconds)
		server.clock.now = server.clock.now + (seconds or 0);
		return false, "lock timeout";
	end
	return server, database_with(server);
end

describe("the database", function ()
	it("is attached at once when it can be, and says so", function ()
		local db, _, events = database_with { answer = function () end };
		assert.is_true(db.attached());
		assert.equal("example.org", db.domain());
		assert.equal("here:1", db.instance);
		assert.same({ "chat-database-attached" }, events);
	end);

	it("lets the service change the tables of the stock storage, and says when it cannot", function ()
		local server = { answer = function () end };
		local _, world = database_with(server);
		assert.equal(1, server.lent);
		assert.not_matches("left? behind", table.concat(world.logged, "\n"));
		local other, refusing = database_with { answer = function () end, lends = false };
		assert.is_true(other.attached());
		assert.matches("leave behind .*: not allowed", table.concat(refusing.logged, "\n"));
	end);

	it("counts calls and errors, and tells the slowest call in milliseconds", function ()
		local server = {};
		function server.answer(_, seconds)
			server.clock.now = server.clock.now + seconds;
			if seconds > 0.2 then return false, "it was cancelled"; end
			return true, "answer";
		end
		local db = database_with(server);
		db.call("vcard", 0.004);
		db.call("vcard", 0.25);
		db.call("vcard", 0.0126);
		assert.same({ attached = true, calls = 3, errors = 1, reconnects = 0, slowest_ms = 250 }, db.statistics());
	end);

	it("makes a call again on a new connection where that does no harm", function ()
		local server = {};
		function server.answer()
			if server.connected == 1 then
				server.alive = false;
				return false, "the server closed the connection";
			end
			return true, "<vCard/>";
		end
		local db = database_with(server);
		assert.same({ true, "<vCard/>" }, { db.call("vcard", "ann") });
		assert.same({ "vcard", "vcard" }, server.called);
		assert.equal(1, db.statistics().reconnects);
	end);

	it("does not make a call again whose second answer would be another one", function ()
		for _, name in ipairs { "register_account", "delete_account", "put_room", "append_message" } do
			local server = {};
			function server.answer()
				server.alive = false;
				return false, "the server closed the connection";
			end
			local db = database_with(server);
			assert.same({ false, "the server closed the connection" }, { db.call(name) });
			assert.same({ name }, server.called);
			assert.is_true(db.attached());
		end
	end);

	it("tests the connection before such a call", function ()
		local server = { answer = function () return true, 7; end };
		local db = database_with(server);
		server.alive = false; -- while it was idle
		assert.same({ true, 7 }, { db.call("put_room") });
		assert.equal(2, server.connected);
	end);

	it("is left where another session than its own answers", function ()
		local server = { answer = function () return true, 7; end };
		local db, world = database_with(server);
		server.occupied = "Another chat server is attached";
		server.lease.pooled();
		assert.same({ false, "unavailable" }, { db.call("vcard") });
		assert.is_false(db.attached());
		after(world, server.clock);
		local log = table.concat(world.logged, "\n");
		assert.matches("Without database: chat_database leads through a pooler in transaction mode", log);
		assert.not_matches("Another chat server", log);
		server.occupied = nil;
		after(world, server.clock);
		assert.is_true(db.attached());
	end);

	it("knows no other functions than those of the contract", function ()
		local db = database_with { answer = function () end };
		assert.has_error(function () db.call("drop_everything"); end);
	end);

	it("fails at once while it is away, and tries again after ever longer pauses", function ()
		local server = {};
		function server.answer()
			server.alive = false;
			return false, "gone";
		end
		local db, world, events = database_with(server);
		server.refuses = "connection refused";
		assert.same({ false, "unavailable" }, { db.call("vcard", "ann") });
		assert.is_false(db.attached());
		assert.same({ false, "unavailable" }, { db.call("vcard", "ann") });
		assert.equal(1, #server.called);
		local pauses = {};
		for _ = 1, 6 do
			table.insert(pauses, after(world, server.clock));
		end
		assert.same({ 1, 1.5, 2.25, 3.375, 5, 5 }, pauses);
		server.refuses = nil;
		after(world, server.clock);
		assert.is_true(db.attached());
		assert.same({ "chat-database-attached", "chat-database-detached", "chat-database-attached" }, events);
	end);

	it("asks again when its lease says so, and soon without looking for the machine first", function ()
		local server = { answer = function () end, occupied = "Another chat server is attached: a", again = 1, silent = true };
		local db, world = database_with(server);
		assert.is_false(db.attached());
		assert.equal(1, after(world, server.clock));
		assert.equal(5, world.timers[1].seconds); -- silent
		server.silent, server.again = false, 0.1;
		assert.equal(5, after(world, server.clock));
		server.silent, server.occupied = true, nil;
		assert.equal(0.1, after(world, server.clock));
		assert.is_true(db.attached());
	end);

	it("joins again on a new connection when the renewal has lost the former one", function ()
		local server = { answer = function () return true; end };
		local db = database_with(server);
		server.alive = false;
		server.lease.failed("the server closed the connection", 0);
		assert.equal(2, server.connected);
		assert.is_true(db.attached());
	end);

	it("does not connect to a machine that is silent", function ()
		local server = {};
		function server.answer()
			server.alive = false;
			return false, "gone";
		end
		local db, world = database_with(server);
		server.refuses, server.silent = "refused", true;
		db.call("vcard", "ann");
		server.refuses = nil;
		after(world, server.clock);
		assert.equal(1, server.connected);
		assert.equal(5, world.timers[1].seconds);
		server.silent = false;
		after(world, server.clock);
		assert.is_true(db.attached());
	end);

	it("opens the circuit when failed calls have kept everybody waiting, not when single ones did", function ()
		local server, db, world = timing_out();
		db.call("vcard", 1);
		assert.is_true(db.attached());
		server.clock.now = server.clock.now + 10; -- pays one second off
		db.call("vcard", 1);
		assert.is_true(db.attached());
		db.call("vcard", 1);
		assert.is_false(db.attached());
		assert.matches("too slow", world.logged[#world.logged]);
	end);

	it("keeps the connection that has the lock of its lease, however slow the database is", function ()
		local server, db, world = timing_out();
		db.call("vcard", 2);
		assert.is_false(db.attached());
		server.slow = true;
		for _ = 1, 3 do after(world, server.clock); end
		assert.is_true(server.lease.connected());
		server.lease.failed("lock timeout", 1);
		server.slow = nil;
		after(world, server.clock);
		assert.is_true(db.attached());
		assert.equal(1, server.connected);
		assert.equal(0, #world.timers);
	end);

	it("leaves a connection that breaks meanwhile to the next attempt", function ()
		local server, db, world = timing_out();
		db.call("vcard", 2);
		server.alive = false;
		server.lease.failed("the server closed the connection", 0);
		assert.is_false(server.lease.connected());
		assert.equal(1, #world.timers);
		after(world, server.clock);
		assert.is_true(db.attached());
	end);

	it("opens no ports where it begins without", function ()
		local server = { answer = function () end, refuses = "connection refused" };
		database_with(server);
		assert.is_true(server.closes_ports);
		local attached = { answer = function () end };
		database_with(attached);
		assert.is_nil(attached.closes_ports);
	end);

	it("serves no domain that this Prosody does not have", function ()
		local server = { answer = function () end };
		local world = pretended("mod_chat_database", {
			options = { chat_database = "host=db" };
			libraries = {
				lease = function ()
					return {
						facts = function () end;
						told = error;
						close_ports = function () end;
						longest_pause = function () return 5; end;
					};
				end;
				connection = { connect = function ()
					return {
						call = function (_, fn)
							server.left = server.left or fn.sql:find("engine.leave", 1, true) ~= nil;
							return true, { ok = true, domain = "elsewhere.org" };
						end;
						close = function () server.closed = true; end;
					};
				end };
				answering = {}, stock_storage = function () end, periodic_tasks = function () end;
			};
			requires = {
				["core.configmanager"] = { getconfig = function () return { ["example.org"] = {} }; end };
				["core.modulemanager"] = {};
				socket = { dns = { gethostname = function () return "host"; end } };
			};
			prosody = { version = "0.12.3", events = {} };
		});
		world.load();
		assert.is_true(server.closed and server.left);
		assert.is_false(world.api("/*/chat_database/api").attached());
		assert.matches("elsewhere%.org, and there is no such VirtualHost", world.logged[1]);
	end);

	it("refuses another version of Prosody", function ()
		local world = pretended("mod_chat_database", { prosody = { version = "0.11.9" } });
		assert.has_error(world.load);
	end);
end);
