local pretended = require "spec.support.pretended_module";

describe("stock_storage", function ()
	local confirmed = 0;

	local function guarded(is_attached)
		confirmed = 0;
		local engine = { connect = function (self) return "connected", self.params.database; end };
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
		}; libraries = { connection = {
			with_setting = function (conninfo, name, value) return conninfo .. " " .. name .. "=" .. value; end;
		} } }).library("stock_storage")(is_attached, "here", function () confirmed = confirmed + 1; end);
		return engine, release;
	end
	local ours, theirs = { database = "ours" }, { database = "theirs" };

	it("lets the SQL storage of the domain connect only while there is a database", function ()
		local attached = false;
		local engine, release = guarded(function () return attached; end);
		assert.same({ nil, "no database at the moment" }, { engine.connect({ params = ours }) });
		assert.equal("connected", engine.connect({ conn = {}, params = ours }));
		attached = true;
		assert.same({ "connected", "ours application_name=here" }, { engine.connect({ params = ours }) });
		assert.same({ 1, "ours" }, { confirmed, ours.database });
		attached = false;
		release();
		assert.equal("connected", engine.connect({ params = ours }));
	end);

	it("leaves databases of other hosts alone", function ()
		local engine = guarded(function () return false; end);
		assert.same({ "connected", "theirs" }, { engine.connect({ params = theirs }) });
		assert.equal(0, confirmed);
	end);
end);
