local pretended = require "spec.support.pretended_module";

describe("block lists that could not be read", function ()
	local attached, reloads, failure, stored, store, world;
	before_each(function ()
		attached, reloads, failure, stored = true, 0, nil, {};
		world = pretended("mod_chat_outage", {
			shared = { ["/*/chat_database/api"] = { attached = function () return attached; end } };
			requires = {
				["core.modulemanager"] = {
					get_module = function () return {}; end;
					reload = function (host, name)
						assert.same({ "example.org", "blocklist" }, { host, name });
						reloads = reloads + 1;
					end;
				};
			};
		});
		world.library("blocklists")("no database");
		local event = { store_name = "blocklist", store = {
			get = function () return not failure and { ["eve@x"] = true } or nil, failure; end;
			set = function (_, username, list) stored[username] = list; return true; end;
		} };
		world.fire("store-opened", event);
		store = event.store;
	end);

	it("are guarded from the start, also where mod_blocklist came first", function ()
		assert.equal(1, reloads);
		local other = { store_name = "roster", store = {} };
		local before = other.store;
		world.fire("store-opened", other);
		assert.equal(before, other.store);
	end);

	it("are not overwritten with what was taken for empty", function ()
		assert.is_true(store:set("ann", { a = true }));
		failure = "unavailable";
		assert.same({ nil, "unavailable" }, { store:get("ann") });
		assert.same({ nil, "no database" }, { store:set("ann", {}) });
		assert.same({ ann = { a = true } }, stored);
	end);

	it("are read again when the database is back", function ()
		failure = "unavailable";
		store:get("ann");
		store:get("bob");
		assert.equal(1, #world.timers);
		attached = false;
		assert.equal(1, world.timers[1].callback());
		assert.is_not_true((store:set("ann", {})));
		attached, failure = true, nil;
		world.fire("chat-database-attached");
		assert.equal(2, reloads);
		assert.is_true(store:set("ann", {}));
		world.fire("chat-database-attached");
		assert.equal(2, reloads);
	end);
end);
