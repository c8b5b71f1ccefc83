local pretended = require "spec.support.pretended_module";

describe("a connection", function ()
	-- A handle of LuaDBI whose statements answer with `rows[sql]`, a function of the arguments.
	local function connection_with(conninfo, rows)
		local asked = {};
		local handle = {
			autocommit = function () end;
			ping = function () return true; end;
			close = function () asked.closed = true; end;
			prepare = function (_, sql)
				if sql:find("nothing") then return nil, "no such function"; end
				local row;
				return {
					execute = function (_, ...)
						local answer = rows and rows[sql];
						if not answer then row = {}; return true; end
						local ok, value = answer(...);
						row = { value };
						return ok, not ok and value or nil;
					end;
					fetch = function () return row; end;
					close = function () end;
				};
			end;
		};
		local world = pretended("mod_chat_database", {
			libraries = {
				kept_handles = { Connect = function (driver, text)
					asked.driver, asked.conninfo = driver, text;
					return handle;
				end };
			};
		});
		local connection, err = world.library("connection").connect(conninfo);
		return connection, asked, err;
	end

	it("adds limits to either form of connection string, but does not overrule it", function ()
		local _, asked = connection_with("host=db connect_timeout=9");
		assert.equal("PostgreSQL", asked.driver);
		assert.matches("^host=db connect_timeout=9 ", asked.conninfo);
		assert.matches(" tcp_user_timeout='3000'", asked.conninfo);
		assert.is_nil(asked.conninfo:find("connect_timeout=2", 1, true));

		local _, bare = connection_with("postgres://db/chat");
		assert.matches("^postgres://db/chat%?[%w_]+=", bare.conninfo);
		assert.equal(1, select(2, bare.conninfo:gsub("%?", "")));
		local _, given = connection_with("postgresql://db/chat?sslmode=require");
		assert.matches("^postgresql://db/chat%?sslmode=require&", given.conninfo);
	end);

	it("sends tables as JSON and whole floats as integers, and decodes what is JSON", function ()
		local received;
		local connection = connection_with("host=db", {
			["select engine.f(?,?,?)"] = function (...)
				received = table.pack(...);
				return true, '{"a":[1,"x\\u0001"]}';
			end;
		});
		local fn = { sql = "select engine.f(?,?,?)", parameters = 3, json = true };
		assert.same({ true, { a = { 1, "x" } } }, { connection:call(fn, { list = { 1 } }, 7.0) });
		assert.same({ '{"list":[1]}', 7, nil, n = 3 }, received);
		assert.equal("integer", math.type(received[2]));
	end);

	it("tells the first line of what PostgreSQL says, which holds no values", function ()
		local connection = connection_with("host=db", {
			["select engine.f()"] = function () return false, "ERROR:  it broke\nDETAIL:  secret"; end;
		});
		local fn = { sql = "select engine.f()", parameters = 0 };
		assert.same({ false, "it broke" }, { connection:call(fn) });
		assert.same({ false, "no such function" }, { connection:call { sql = "nothing", parameters = 0 } });
	end);

	it("survives what LuaDBI raises", function ()
		local connection = connection_with("host=db", {
			["select engine.f()"] = function () error("closed handle", 0); end;
		});
		assert.same({ false, "closed handle" }, { connection:call { sql = "select engine.f()", parameters = 0 } });
	end);
end);
