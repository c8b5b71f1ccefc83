local pretended = require "spec.support.pretended_module";

describe("an account that is disabled or enabled", function ()
	local answer, provider; -- what the database says

	before_each(function ()
		local world = pretended("mod_auth_chat", {
			shared = {
				["/*/chat_database/api"] = { instance = "chat-1", call = function () return table.unpack(answer, 1, 2); end };
			};
			libraries = { fast = function () end };
		});
		world.load();
		provider = world.provided[1].item;
	end);

	it("is so, or there is none", function ()
		answer = { true, true };
		assert.same({ true, true }, { provider.disable("ann"), provider.enable("ann") });
		answer = { true, false };
		assert.same({ nil, "no such account" }, { provider.enable("ghost") });
		answer = { false, "away" };
		assert.same({ nil, "away" }, { provider.disable("ann") });
	end);

	it("stays as it is, and says why", function ()
		answer = { true, nil };
		assert.same({ nil, "This is the last administrator" }, { provider.disable("ann") });
		assert.same({ nil, "The account is locked out by a directory" }, { provider.enable("ann") });
	end);
end);
