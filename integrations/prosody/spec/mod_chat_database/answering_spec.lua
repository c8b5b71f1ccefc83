local pretended = require "spec.support.pretended_module";

describe("answering", function ()
	-- What the question about a connection string ends with, after `events` of the connection.
	local function asked(conninfo, event)
		local place, written, closed, verdict;
		local timers = {};
		local ask = pretended("mod_chat_database", {
			requires = {
				["net.resolvers.basic"] = { new = function (host, port) return { host = host, port = port }; end };
				["net.connect"] = { connect = function (resolver, listener)
					place = resolver.host .. " " .. resolver.port;
					listener.onconnect {
						write = function (_, bytes) written = bytes; end;
						close = function () closed = true; end;
					};
					if listener[event] then listener[event](); end
				end };
				["util.timer"] = {
					add_task = function (_, callback) table.insert(timers, callback); return callback; end;
					stop = function () timers = {}; end;
				};
			};
		}).library("answering");
		ask(conninfo, function (silent) verdict = silent; end);
		for _, callback in ipairs(timers) do callback(); end
		return verdict, place, written, closed;
	end

	it("asks what takes no login, and believes any answer, or a refusal", function ()
		for _, event in ipairs { "onincoming", "ondisconnect", "onfail" } do
			local silent, place, written, closed = asked("host=db port=5433 user=chat", event);
			assert.is_false(silent);
			assert.equal("db 5433", place);
			assert.equal(8, #written);
			assert.is_true(closed);
		end
	end);

	it("calls silent what says nothing in time", function ()
		assert.is_true((asked("postgres://chat@db/chat", "nothing")));
	end);

	it("finds the place in either form of connection string", function ()
		local places = {
			["postgres://chat:secret@db:5433/chat"] = "db 5433";
			["postgresql://db/chat"] = "db 5432";
			["hostaddr=192.0.2.1 host=db"] = "192.0.2.1 5432";
			["host = 'db' dbname=chat"] = "db 5432";
		};
		for conninfo, expected in pairs(places) do
			assert.equal(expected, (select(2, asked(conninfo, "onincoming"))), conninfo);
		end
	end);

	it("cannot ask sockets in the file system, and several hosts", function ()
		for _, conninfo in ipairs { "dbname=chat", "host=/run/postgresql", "host=a,b", "postgres://%2Frun/chat" } do
			local silent, place = asked(conninfo, "onincoming");
			assert.is_false(silent);
			assert.is_nil(place);
		end
	end);
end);
