local pretended = require "spec.support.pretended_module";

describe("passwords that a directory keeps", function ()
	local clock, tasks, questions, calls;

	-- util.async on bare coroutines.
	local function waiter()
		local thread, done, waits = coroutine.running(), false, false;
		return function ()
			if done then return; end
			waits = true;
			coroutine.yield();
		end, function ()
			assert(not done, "done twice");
			done = true;
			if waits then assert(coroutine.resume(thread)); end
		end
	end

	before_each(function ()
		clock, tasks = 100, {};
		local world = pretended("mod_chat_bridge", { requires = {
			["util.async"] = { waiter = waiter, ready = coroutine.isyieldable };
			["util.time"] = { monotonic = function () return clock; end };
			["util.timer"] = { add_task = function (seconds, task) table.insert(tasks, { at = clock + seconds, run = task }); end };
		} });
		calls = world.library("questions");
		questions = world.api("/*/chat_bridge/questions");
	end);

	local function pass(seconds)
		clock = clock + seconds;
		for position = #tasks, 1, -1 do
			if tasks[position].at <= clock then table.remove(tasks, position).run(); end
		end
	end

	-- Runs until it waits. `result` is what it has returned, once it has.
	local function run(work)
		local state = { waits = true };
		assert(coroutine.resume(coroutine.create(function ()
			state.result = table.pack(work());
			state.waits = false;
		end)));
		return state;
	end

	local function request(address, secure)
		return { conn = { ip = function () return address or "127.0.0.1"; end, ssl = function () return secure or false; end } };
	end
	local function poll(instance, more)
		local response = {};
		local state = run(function ()
			return calls.take({}, { instance = instance or "one" }, { request = request(table.unpack(more or {})), response = response });
		end);
		state.response = response;
		return state;
	end
	local function ask(username, session)
		return run(function () return questions.ask(session or {}, username or "ola", "secret"); end);
	end
	local function answer(id, outcome, more)
		return calls.answer({ id = id, outcome = outcome }, {}, { request = request(table.unpack(more or {})) });
	end

	it("are away at once while no instance polls", function ()
		assert.same({ "away", n = 1 }, ask().result);
		local held = poll();
		pass(20);
		assert.same({ 204, n = 1 }, held.result);
		pass(3);
		assert.is_true(ask().waits);
		pass(0.1);
		assert.same({ "away", n = 1 }, ask().result);
	end);

	it("are handed to a poll that waits, once, and answered", function ()
		local first, second = poll(), poll();
		local asked = ask();
		local question = first.result[1];
		assert.same({ "ola", "secret", 8000 }, { question.username, question.password, question.milliseconds });
		assert.is_true(second.waits);
		assert.same({ done = true }, answer(question.id, "right"));
		assert.same({ "right", n = 1 }, asked.result);
		assert.equal(410, answer(question.id, "wrong"));
		assert.equal(410, answer("unknown", "right"));
	end);

	it("wait for a poll, in their order", function ()
		poll("one").response.on_destroy();
		local one, two = ask("ola"), ask("zoe");
		pass(1);
		local first = poll().result[1];
		assert.same({ "ola", 7000 }, { first.username, first.milliseconds });
		local second = poll().result[1];
		assert.equal("zoe", second.username);
		answer(second.id, "expired");
		answer(first.id, "wrong");
		assert.same({ "wrong", "expired" }, { one.result[1], two.result[1] });
	end);

	it("are away after eight seconds of a silent instance, and handed to no other one", function ()
		local held = poll();
		local asked = ask();
		local other = poll("two");
		pass(7.9);
		assert.is_true(asked.waits);
		pass(0.1);
		assert.same({ "away", n = 1 }, asked.result);
		assert.is_true(other.waits);
		assert.equal(410, answer(held.result[1].id, "right"));
	end);

	it("are not given to a poll whose connection has ended", function ()
		local held = poll();
		held.response.on_destroy();
		local asked = ask();
		assert.is_true(held.waits); -- nobody reads its answer
		assert.equal("ola", poll("two").result[1].username);
		assert.is_true(asked.waits);
	end);

	it("let no session go on that has ended", function ()
		local held = poll();
		local session, gone = {}, { destroyed = true };
		local asked = ask("ola", session);
		session.destroyed = true;
		assert.same({ done = true }, answer(held.result[1].id, "right"));
		assert.is_true(asked.waits);
		-- nor is such a one asked for
		ask("zoe", gone);
		ask("kim");
		assert.equal("kim", poll().result[1].username);
	end);

	it("wait for four polls of an instance; the oldest makes room", function ()
		local held = {};
		for number = 1, 4 do held[number] = poll(); end
		local other = poll("two");
		assert.is_true(held[1].waits);
		assert.is_true(poll().waits);
		assert.same({ 204, n = 1 }, held[1].result);
		assert.same({ true, true }, { held[2].waits, other.waits });
	end);

	it("are no more than so many", function ()
		poll().response.on_destroy();
		for _ = 1, 288 do assert.is_true(ask().waits); end
		assert.same({ "away", n = 1 }, ask().result);
		answer(poll().result[1].id, "wrong");
		assert.is_true(ask().waits);
	end);

	it("wait in coroutines only", function ()
		poll();
		assert.equal("away", questions.ask({}, "ola", "secret"));
	end);

	it("pass over TLS, or on this machine", function ()
		assert.same({ 403, n = 1 }, poll("one", { "192.0.2.1" }).result);
		assert.equal(403, answer("x", "right", { "192.0.2.1" }));
		assert.is_true(poll("one", { "192.0.2.1", true }).waits);
		assert.is_true(poll("one", { "::1" }).waits);
	end);

	it("refuse what makes no sense", function ()
		assert.same({ nil, "instance is not a text", n = 2 }, poll("").result);
		assert.same({ nil, "outcome is unknown" }, { answer("x", "perhaps") });
		assert.same({ nil, "id is not a text" }, { answer(nil, "right") });
	end);
end);
