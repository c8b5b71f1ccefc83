local pretended = require "spec.support.pretended_module";

describe("stock_storage", function ()
	local function guarded(is_attached)
		local engine = { connect = function () return "connected"; end };
		local hosts = {
			["*"] = {};
			["example.org"] = { authentication = "chat", sql = { database = "ours" } };
			["other.test"] = { authentication = "internal_hashed", sql = { database = "theirs" } };
		};
		local release = pretended("mod_chat_database", { requires = {
			["util.sql"] = { create_engine = function () return setmetatable({}, { __index = engine }); end };
			["core.configmanager"] = {
				getconfig = function () return hosts; end;
				get = function (host, name) return hosts[host][name]; end;
			};
		} }).library("stock_storage")(is_attached);
		return engine, release;
	end
	local ours, theirs = { database = "ours" }, { database = "theirs" };

	it("lets the SQL storage of the domain connect only while there is a database", function ()
		local attached = false;
		local engine, release = guarded(function () return attached; end);
		assert.same({ nil, "no database at the moment" }, { engine.connect({ params = ours }) });
		assert.equal("connected", engine.connect({ conn = {}, params = ours }));
		attached = true;
		assert.equal("connected", engine.connect({ params = ours }));
		attached = false;
		release();
		assert.equal("connected", engine.connect({ params = ours }));
	end);

	it("leaves databases of other hosts alone", function ()
		local engine = guarded(function () return false; end);
		assert.equal("connected", engine.connect({ params = theirs }));
	end);
end);
