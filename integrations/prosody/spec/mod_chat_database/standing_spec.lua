local pretended = require "spec.support.pretended_module";

local function standing(replies)
	local timers = {};
	local library = pretended("mod_chat_database", {
		requires = {
			["util.timer"] = { add_task = function (_, callback) table.insert(timers, callback); end };
			["net.http"] = { request = function (url, options, callback)
				local reply = replies[url:match("//(%w+)")];
				if reply then reply(options, callback); end
			end };
		};
	}).library("standing");
	return library, timers;
end

local json = require "util.json";

describe("the standing of another chat server", function ()
	local peers = { { address = "https://one:5281" }, { address = "http://two:5280" } };

	it("is believed from who knows the token, whatever its certificate", function ()
		local library;
		local function knowing(token)
			return function (options, callback)
				assert.is_true(options.insecure);
				assert.is_nil(options.headers.Authorization);
				local said = library.answer(token, json.decode(options.body), { state = "active", database = true });
				callback(json.encode(said), 200);
			end;
		end
		library = standing { one = knowing("secret"), two = knowing("another") };
		local heard;
		library.ask(peers, "secret", function (answers) heard = answers; end);
		assert.equal(1, #heard);
		assert.equal("active", heard[1].state);
		assert.is_true(heard[1].database);
	end);

	it("is not waited for longer than a second, nor believed when it is no answer", function ()
		local library, timers = standing { one = function (_, callback) callback("[1", 200); end };
		local count, heard = 0;
		library.ask(peers, "secret", function (answers) count, heard = count + 1, answers; end);
		assert.is_nil(heard);
		timers[1]();
		timers[1]();
		assert.same({ 1, {} }, { count, heard });
	end);

	it("refuses a question without a nonce", function ()
		assert.is_nil((standing {}).answer("secret", { nonce = 7 }, {}));
	end);

	it("ends who has no database when somebody serves, could, or nobody says", function ()
		local must_leave = standing({}).must_leave;
		assert.is_true(must_leave {});
		assert.is_true(must_leave { { state = "waiting", database = false }, { state = "waiting", database = true } });
		assert.is_true(must_leave { { state = "active", database = false } });
		assert.is_false(must_leave { { state = "waiting", database = false } });
	end);
end);
