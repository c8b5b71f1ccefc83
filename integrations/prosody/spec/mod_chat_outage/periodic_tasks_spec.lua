local pretended = require "spec.support.pretended_module";

describe("a periodic task", function ()
	local function scheduled(run)
		local database = { attached = true };
		local world = pretended("mod_chat_outage");
		world.library("periodic_tasks")(function () return database.attached; end);
		local task = { name = "Remove deleted accounts", last = 1000, run = run };
		world.add_item("task", task);
		return task, database, world;
	end

	it("runs while there is a database", function ()
		local given;
		local task = scheduled(function (...) given = { ... }; end);
		task:run(2000);
		assert.same({ task, 2000 }, given);
	end);

	it("is skipped while there is none, and due once it is back", function ()
		local runs = 0;
		local task, database, world = scheduled(function () runs = runs + 1; end);
		database.attached = false;
		task:run(2000);
		assert.equal(0, runs);
		task.last = 2000; -- as mod_cron does
		database.attached = true;
		world.fire "chat-database-attached";
		assert.is_nil(task.last);
		task:run(3000);
		task.last = 3000;
		world.fire "chat-database-attached";
		assert.same({ 1, 3000 }, { runs, task.last });
	end);

	it("that loses the database while it runs is due once it is back", function ()
		local task, database, world;
		task, database, world = scheduled(function () database.attached = false; error "no database"; end);
		task:run(2000);
		world.fire "chat-database-attached";
		assert.is_nil(task.last);
	end);

	it("that fails otherwise is logged, and the others go on", function ()
		local task, _, world = scheduled(function () error "broken"; end);
		task:run(2000);
		world.fire "chat-database-attached";
		assert.equal(1000, task.last);
		assert.matches("^error: The periodic task Remove deleted accounts failed: .*broken", world.logged[1]);
	end);

	it("is what it was when it is removed", function ()
		local function run() end
		local task, _, world = scheduled(run);
		assert.not_equal(run, task.run);
		world.remove_item("task", task);
		assert.equal(run, task.run);
	end);
end);
