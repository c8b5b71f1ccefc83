local pretended = require "spec.support.pretended_module";

describe("accounts", function ()
	local routes, stored, done, world, purged;
	before_each(function ()
		routes, stored, done, purged = {}, {}, {}, true;
		local function note(what)
			return function (username) table.insert(done, what .. " " .. username); end;
		end
		local db = {};
		function db.call(name, username)
			if name == "credentials" then return stored ~= nil, stored and stored[username] or nil; end
			if name == "forgotten" then table.insert(done, "say that it is forgotten"); end
			return true, 1;
		end
		local drivers = { chat = {}, sql = {} };
		for name, driver in pairs(drivers) do
			function driver:purge(username) -- luacheck: ignore 212/self
				table.insert(done, "purge " .. name .. " of " .. username);
				if name == "chat" then return true, ""; end
				if purged ~= nil then return purged, not purged and "the database is read-only" or nil; end
			end
		end
		local sessions = {};
		function sessions.close_all(username)
			table.insert(done, "close " .. username);
			return 2;
		end
		world = pretended("mod_chat_accounts", {
			shared = {
				["/*/chat_database/api"] = db;
				["/*/chat_bridge/api"] = {
					route = function (_, path, handler) routes[path] = handler; end;
					texts = function (value) return value; end;
					pacer = function () return function () end; end;
				};
				["/*/chat_sessions/api"] = sessions;
				["/*/chat_rooms/memory"] = { forget_person = note "forget what was said by" };
				["/*/chat_rosters/api"] = {
					of_contact = function (jid) return { jid }; end;
					sync_soon = function (contacts) note "tell contacts of" (contacts[1]); end;
				};
			};
			libraries = { personal_events = note "drop events of", push_devices = note "drop devices of" };
			requires = {
				["core.modulemanager"] = {
					reload = function (_, name) table.insert(done, "reload " .. name); end;
				};
				["core.configmanager"] = { get = function () return { archive = "chat", roster = "chat" }; end };
				["core.storagemanager"] = {
					get_driver = function (_, store) return store and drivers.chat or drivers.sql; end;
				};
			};
			prosody = { events = { fire_event = function () end } };
		});
		world.load();
	end);

	local said = "forget what was said by ann@example.org";

	local function told(event) return routes["/users"] { usernames = { "ann" }, event = event }; end

	it("that are locked lose their sessions", function ()
		stored.ann = { locked = true };
		assert.same({ closed = 2 }, told "locked");
		assert.same({ "close ann" }, done);
	end);

	it("that are no more leave nothing", function ()
		assert.same({ closed = 2 }, told "deleted");
		assert.same({
			"close ann", "close ann", said, "drop events of ann", "purge chat of ann", "purge sql of ann",
			"drop devices of ann", "say that it is forgotten", "tell contacts of ann@example.org";
		}, done);
	end);

	it("whose name somebody else had before find nothing of that one", function ()
		stored.ann = { departed = true };
		assert.same({ closed = 2 }, told "deleted");
		assert.same({
			"close ann", "close ann", said, "drop events of ann", "purge chat of ann", "purge sql of ann",
			"drop devices of ann", "say that it is forgotten";
		}, done);
	end);

	it("are not said to be forgotten while the storage fails", function ()
		stored.ann, purged = { departed = true }, false;
		assert.is_false(world.api("/*/chat_accounts/api").forget("ann"));
		assert.same({ "close ann", said, "drop events of ann", "purge chat of ann", "purge sql of ann" }, done);
		assert.same({ "error: What is stored for ann could not be removed: the database is read-only" }, world.logged);
	end);

	it("are forgotten by a storage that returns nothing, too", function ()
		stored.ann, purged = { departed = true }, nil;
		assert.is_true(world.api("/*/chat_accounts/api").forget("ann"));
		assert.equal("say that it is forgotten", done[#done]);
		assert.same({}, world.logged);
	end);

	it("that were renamed keep what is stored, whoever had the name before", function ()
		stored.ann = { departed = true, inherited = true };
		assert.same({ closed = 2 }, told "deleted");
		assert.same({ "close ann", "close ann", said, "drop events of ann", "drop devices of ann", "reload blocklist",
			"say that it is forgotten" }, done);
	end);

	it("are left alone by what is no longer true", function ()
		stored.ann = { locked = false };
		for _, event in ipairs { "locked", "deleted" } do assert.same({ closed = 0 }, told(event)); end
		assert.same({}, done);
	end);

	it("are left alone while nobody can tell", function ()
		stored = nil;
		assert.same({ closed = 0 }, told "locked");
		assert.same({}, done);
	end);

	it("are not looked at for what matters to nobody here", function ()
		stored.ann = { locked = true };
		for _, event in ipairs { "created", "password", "unlocked", "vcard" } do assert.same({ closed = 0 }, told(event)); end
		assert.same({}, done);
		assert.same({ nil, "event is unknown" }, { told "renamed" });
	end);
end);
