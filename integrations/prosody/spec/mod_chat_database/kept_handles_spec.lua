local pretended = require "spec.support.pretended_module";

describe("kept_handles", function ()
	local function dbi()
		local made = {};
		local DBI = { Connect = function (...)
			local handle = { alive = true, closed = false, arguments = { ... } };
			function handle:ping() return self.alive; end
			function handle:close() self.closed = true; end
			table.insert(made, handle);
			return handle;
		end };
		local world = pretended("mod_chat_database", { requires = { ["util.sql"] = {}, DBI = DBI } });
		return world.library("kept_handles"), made, world;
	end

	it("keeps all connections, and closes the broken ones when the next is made", function ()
		local DBI, made, world = dbi();
		DBI.Connect("PostgreSQL", "a");
		DBI.Connect("PostgreSQL", "b");
		assert.same({ "PostgreSQL", "a" }, made[1].arguments);
		assert.is_false(made[1].closed);
		made[1].alive = false;
		DBI.Connect("PostgreSQL", "c");
		assert.is_true(made[1].closed);
		assert.is_false(made[2].closed);
		assert.equal(3, #world.api("/*/chat_database/handles"));
	end);
end);
