local pretended = require "spec.support.pretended_module";

local clock;
local function watch()
	clock = 0;
	return pretended("mod_chat_database").library("watch")(6, function () return clock; end);
end

local function known(beat, epoch, node) return { node = node or "a", epoch = epoch or 1, beat = beat }; end

describe("who watches the one that serves", function ()
	it("sees it stand still after the length of its lease", function ()
		local stands_still = watch();
		for second = 0, 5 do
			clock = second;
			assert.is_false(stands_still(known(7)));
		end
		clock = 6;
		assert.is_true(stands_still(known(7)));
	end);

	it("begins anew with each sign of life, another lease and another server", function ()
		local stands_still = watch();
		for _, one in ipairs { known(1), known(2), known(2, 2), known(2, 2, "b") } do
			for _ = 1, 5 do
				assert.is_false(stands_still(one));
				clock = clock + 1;
			end
		end
	end);

	it("needs several answers, however long it was without any", function ()
		local stands_still = watch();
		assert.is_false(stands_still(known(1)));
		clock = 60; -- it stood still itself
		assert.is_false(stands_still(known(1)));
		assert.is_false(stands_still(known(1)));
		assert.is_true(stands_still(known(1)));
	end);

	it("goes by the lease of the one that serves", function ()
		local stands_still = watch();
		local other = { node = "a", epoch = 1, beat = 7, lease = 10 };
		for second = 0, 9 do
			clock = second;
			assert.is_false(stands_still(other));
		end
		clock = 10;
		assert.is_true(stands_still(other));
	end);

	it("has nothing to say while nobody serves", function ()
		local stands_still = watch();
		for _ = 1, 4 do stands_still(known(1)); end
		clock = 60;
		assert.is_false(stands_still(nil));
		assert.is_false(stands_still(known(1)));
	end);
end);
