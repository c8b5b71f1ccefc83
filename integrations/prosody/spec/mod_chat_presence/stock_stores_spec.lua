local pretended = require "spec.support.pretended_module";

describe("stores of stock modules", function ()
	local driver, engine, walking, world, given;
	local row_of_mood = { "ann", "now", "xml", "<mood xmlns='m'/>", 1700000000, "ann@example.org" };

	local function stock_store(methods)
		methods.__index = methods;
		return function (store) return setmetatable({ store = store }, methods); end;
	end

	before_each(function ()
		walking = true;
		local open = {
			keyval = stock_store { get = function (_, username) return "stock keyval of " .. username; end };
			map = stock_store { get = function (_, username, key) return "stock " .. key .. " of " .. username; end };
			archive = stock_store { find = function (_, username) return "stock archive of " .. username; end };
		};
		driver = { open = function (_, store, kind) return open[kind](store); end };
		engine = { selected = {}, rows = {} };
		function engine:transaction(f) return pcall(f); end
		function engine:select(query, ...)
			table.insert(self.selected, { table = query:match('FROM "(%w+)"%s+WHERE'), ... });
			local index = 0;
			return function ()
				index = index + 1;
				return self.rows[index];
			end;
		end
		local db = {};
		function db.answer(username, ask_many, subject)
			if not walking or username == "zoe" then return false; end
			local values, err = ask_many({ "ann", 'b"o\\b' }, subject);
			return true, values and values[username], err;
		end
		given = {
			options = { sql = { driver = "PostgreSQL" } };
			shared = { ["/*/chat_database/api"] = db, ["/*/sql/connections"] = { uri = engine } };
			requires = {
				["core.storagemanager"] = { get_driver = function () return driver, given.driver_name or "sql"; end };
				["util.sql"] = { db2uri = function () return "uri"; end };
			};
		};
	end);

	local function begin()
		world = pretended("mod_chat_presence", given);
		world.library("stock_stores")();
	end

	it("read values of all in one query, stores that were open before, too", function ()
		local store = driver:open("blocklist", "keyval");
		begin();
		engine.rows = {
			{ "ann", "eve@example.org", "number", "7" };
			{ "ann", "", "json", '{"false":{"created":1}}' };
			{ "bob", "x", "boolean", "true" };
		};
		assert.same({ ["eve@example.org"] = 7, ["false"] = { created = 1 } }, store:get("ann"));
		assert.same(
			{ { table = "prosody", "example.org", "blocklist", '{"ann","b\\"o\\\\b"}' } },
			engine.selected
		);
		assert.is_nil(store:get("cid"));
		assert.is_nil(driver:open("pep", "map"):get("cid", "node"));
		assert.equal(7, driver:open("blocklist", "map"):get("ann", "eve@example.org"));
	end);

	it("read the last item of all in one query", function ()
		begin();
		engine.rows = { row_of_mood };
		local store = driver:open("pep_mood", "archive");
		local next_item = store:find("ann", { reverse = true, limit = 1 });
		local key, item, when, with = next_item();
		assert.same({ "now", "mood", 1700000000, "ann@example.org" }, { key, item.name, when, with });
		assert.is_nil(next_item());
		assert.is_nil(store:find("bob", { reverse = true, limit = 1 })());
		assert.same({ '{"ann","b\\"o\\\\b"}', "example.org", "pep_mood" }, { table.unpack(engine.selected[1]) });
	end);

	it("leave every other question of an archive to it", function ()
		begin();
		local store = driver:open("archive", "archive");
		for _, query in ipairs {
			{}, { limit = 1 }, { reverse = true }, { reverse = true, limit = 2 }, { reverse = true, limit = 1, with = "x" };
		} do
			assert.equal("stock archive of ann", store:find("ann", query));
		end
		assert.equal("stock archive of ann", store:find("ann"));
	end);

	it("read one by one when nobody walks, and of others", function ()
		begin();
		assert.equal("stock keyval of zoe", driver:open("blocklist", "keyval"):get("zoe"));
		walking = false;
		assert.equal("stock keyval of ann", driver:open("blocklist", "keyval"):get("ann"));
		assert.equal("stock k of ann", driver:open("pep", "map"):get("ann", "k"));
		assert.equal("stock archive of ann", driver:open("pep_x", "archive"):find("ann", { reverse = true, limit = 1 }));
		assert.same({}, engine.selected);
	end);

	it("say why nothing could be read", function ()
		begin();
		function engine:transaction() return false, "lock timeout"; end
		assert.same({ nil, "lock timeout" }, { driver:open("blocklist", "keyval"):get("ann") });
		assert.same({ nil, "lock timeout" }, { driver:open("blocklist", "map"):get("ann", "x") });
		assert.same({ nil, "lock timeout" }, { driver:open("pep_x", "archive"):find("ann", { reverse = true, limit = 1 }) });
	end);

	it("are left alone when they lie elsewhere", function ()
		for _, change in ipairs { { driver_name = "internal" }, { options = { sql = { driver = "SQLite3" } } } } do
			for name, value in pairs(change) do given[name] = value; end
			begin();
			assert.equal("stock keyval of ann", driver:open("blocklist", "keyval"):get("ann"));
			given.driver_name = nil;
		end
	end);
end);
