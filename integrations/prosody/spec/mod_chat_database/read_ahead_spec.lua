local pretended = require "spec.support.pretended_module";

describe("reading ahead", function ()
	local walk, answer, asked;
	before_each(function ()
		local read_ahead = pretended("mod_chat_database").library("read_ahead");
		walk, answer, asked = read_ahead.walk, read_ahead.answer, {};
	end);

	local function names() return { "ann", "bob" }; end
	local function lengths(of, subject)
		table.insert(asked, table.concat(of, ",") .. " " .. tostring(subject));
		local values = {};
		for _, name in ipairs(of) do values[name] = #name + (subject or 0); end
		return values;
	end
	local function colours() return { ann = "red" }; end

	it("asks once about all, for each question and subject", function ()
		walk(names, function ()
			assert.same({ true, 3 }, { answer("ann", lengths) });
			assert.same({ true, 3 }, { answer("bob", lengths) });
			assert.same({ true, 10 }, { answer("bob", lengths, 7) });
			assert.same({ true, "red" }, { answer("ann", colours) });
			assert.same({ true, nil }, { answer("bob", colours) });
		end);
		assert.same({ "ann,bob nil", "ann,bob 7" }, asked);
	end);

	it("leaves others to who asks, and everybody when nobody walks", function ()
		walk(names, function () assert.is_false(answer("eve", lengths)); end);
		assert.is_false(answer("ann", lengths));
		assert.same({}, asked);
	end);

	it("does not list names before there is a question", function ()
		walk(function () error("nobody has asked"); end, function () end);
	end);

	it("tells every one why there is no answer, after one question", function ()
		local times = 0;
		local function fail()
			times = times + 1;
			return nil, "unavailable";
		end
		walk(names, function ()
			assert.same({ true, nil, "unavailable" }, { answer("ann", fail) });
			assert.same({ true, nil, "unavailable" }, { answer("bob", fail) });
		end);
		assert.equal(1, times);
	end);

	it("gives back what the walk gives back, and forgets its answers", function ()
		assert.same({ 1, nil, 3 }, { walk(names, function (...) return ...; end, 1, nil, 3) });
		for _ = 1, 2 do walk(names, answer, "ann", lengths); end
		assert.equal(2, #asked);
	end);

	it("passes on what goes wrong, and is over then", function ()
		assert.has_error(function () walk(names, function () error({}); end); end);
		local _, message = pcall(walk, names, function () error("no luck"); end);
		assert.matches("no luck", message);
		assert.is_false(answer("ann", lengths));
	end);

	it("is one's own: whoever runs in between does not walk along, and an inner walk ends with itself", function ()
		local walker = coroutine.create(function ()
			walk(names, function ()
				walk(function () return { "eve" }; end, function () assert.is_false(answer("ann", lengths)); end);
				coroutine.yield();
				assert.is_true(answer("ann", lengths));
			end);
		end);
		assert(coroutine.resume(walker));
		assert.is_false(answer("ann", lengths));
		assert(coroutine.resume(walker));
	end);
end);
