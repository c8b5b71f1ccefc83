local pretended = require "spec.support.pretended_module";

describe("stock_storage", function ()
	it("lets the stock SQL storage connect only while there is a database", function ()
		local engine = { connect = function () return "connected"; end };
		local sql = { create_engine = function () return setmetatable({}, { __index = engine }); end };
		local guard = pretended("mod_chat_database", { requires = { ["util.sql"] = sql } }).library("stock_storage");
		local attached = false;
		local release = guard(function () return attached; end);
		assert.same({ nil, "no database at the moment" }, { engine.connect({}) });
		assert.equal("connected", engine.connect({ conn = {} }));
		attached = true;
		assert.equal("connected", engine.connect({}));
		attached = false;
		release();
		assert.equal("connected", engine.connect({}));
	end);
end);
