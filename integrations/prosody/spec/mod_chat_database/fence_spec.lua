local pretended = require "spec.support.pretended_module";

local m, w, confirmed, hook, filter;

local function fence()
	m, w, confirmed = 0, 1000, 0;
	local library = pretended("mod_chat_database", {
		requires = {
			["util.filters"] = {
				add_filter = function (_, kind, callback) filter = kind == "stanzas/in" and callback; end;
				add_filter_hook = function (callback) hook = callback; end;
				remove_filter_hook = function (callback) if hook == callback then hook = nil; end end;
			};
		};
	}).library("fence");
	return library(6, function () return m; end, function () return w; end, function () confirmed = confirmed + 1; end);
end

describe("the fence", function ()
	it("lets everything pass while the lease is good", function ()
		local it_is = fence();
		it_is.check(); -- there is none yet
		it_is.renewed(0, 1000);
		m, w = 6, 1006;
		it_is.check();
		assert.equal(0, confirmed);
	end);

	it("asks once the lease is over by either clock", function ()
		local it_is = fence();
		it_is.renewed(0, 1000);
		m, w = 7, 1000;
		it_is.check();
		assert.equal(1, confirmed);
		it_is.renewed(7, 1000);
		w = 1007; -- a machine that was stopped may see no other time pass
		it_is.check();
		assert.equal(2, confirmed);
	end);

	it("asks before a stanza that was sent meanwhile", function ()
		local it_is = fence();
		it_is.renewed(0, 1000);
		hook({ type = "c2s" });
		assert.equal("stanza", filter("stanza"));
		assert.equal(0, confirmed);
		m = 20;
		assert.equal("stanza", filter("stanza"));
		assert.equal(1, confirmed);
		filter("stanza");
		assert.equal(1, confirmed);
		it_is.unload();
		assert.is_nil(hook);
	end);
end);
