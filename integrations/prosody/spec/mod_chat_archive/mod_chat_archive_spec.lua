local pretended = require "spec.support.pretended_module";

describe("a logout", function ()
	it("is noted when the last session has ended", function ()
		local calls, users = {}, { ann = { sessions = {} } };
		local world = pretended("mod_chat_archive", {
			prosody = { hosts = { ["example.org"] = { sessions = users } } };
			shared = { ["/*/chat_database/api"] = { call = function (...) table.insert(calls, { ... }); end } };
		});
		world.load();
		world.fire("resource-unbind", { session = { username = "ann" } });
		assert.same({}, calls);
		users.ann = nil;
		world.fire("resource-unbind", { session = { username = "ann" } });
		assert.same({ { "logged_out", "ann" } }, calls);
	end);
end);
