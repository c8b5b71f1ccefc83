local pretended = require "spec.support.pretended_module";

describe("a periodic task", function ()
	local function scheduled(run)
		local database = { attached = true };
		local world = pretended("mod_chat_database", { prosody = { hosts = {} } });
		world.library("periodic_tasks")(function () return database.attached; end);
		world.fire("host-activated", "example.org");
		local task = { name = "Remove deleted accounts", last = 1000, run = run };
		world.add_item("task", task);
		return task, database, world;
	end

	it("runs as ever while there is a database", function ()
		local given;
		local task, _, world = scheduled(function (...) given = { ... }; end);
		task:run(2000);
		assert.same({ task, 2000 }, given);
		world.fire "chat-database-attached";
		assert.equal(1000, task.last);
	end);

	it("that fails is logged, and the others go on", function ()
		local task, _, world = scheduled(function () error "broken"; end);
		task:run(2000);
		assert.matches("^warn: The periodic task Remove deleted accounts failed: .*broken", world.logged[1]);
	end);

	it("is due again once there is a database", function ()
		local task, database, world = scheduled(function () error "no database"; end);
		database.attached = false;
		task:run(2000);
		task.last = 2000; -- as mod_cron does
		world.fire "chat-database-attached";
		assert.is_nil(task.last);
		task.last = 3000;
		world.fire "chat-database-attached";
		assert.equal(3000, task.last);
	end);

	it("that is gone by then is forgotten", function ()
		local task, database, world = scheduled(function () end);
		database.attached = false;
		task:run(2000);
		world.remove_item("task", task);
		world.fire "chat-database-attached";
		assert.equal(1000, task.last);
	end);
end);
