local pretended = require "spec.support.pretended_module";
local base64 = require "util.encodings".base64;

describe("an account whose password a directory keeps", function ()
	local accounts, outcome, asked, provider;

	before_each(function ()
		accounts, asked = { ola = { ask = true } }, {};
		local world = pretended("mod_auth_chat", {
			shared = {
				["/*/chat_database/api"] = {
					attached = function () return true; end;
					absent = function () return {}; end;
					call = function (_, username)
						local account = accounts[username];
						if account == false then return false, "no database"; end
						return true, account;
					end;
				};
				["/*/chat_bridge/questions"] = { ask = function (session, ...)
					table.insert(asked, { session.id, ... });
					if type(outcome) == "function" then return outcome(); end
					return outcome;
				end };
			};
			libraries = { fast = function () end };
		});
		world.load();
		provider = world.provided[1].item;
	end);

	local function plain(password)
		local handler = provider.get_sasl_handler({ id = "session" });
		handler:select("PLAIN");
		local status, condition = handler:process("\0ola\0" .. password);
		return status, condition, handler;
	end

	it("is let in by PLAIN, with the text as it was typed", function ()
		outcome = "right";
		local status, _, handler = plain("ﬁn-ﬁsh");
		assert.equal("success", status);
		assert.same({ { "session", "ola", "ﬁn-ﬁsh" } }, asked);
		assert.equal(accounts.ola, handler.account);
		assert.is_true(provider.test_password("ola", "secret"));
	end);

	it("is told what the directory says", function ()
		for said, condition in pairs {
			wrong = "not-authorized", locked = "account-disabled", disabled = "account-disabled";
			expired = "credentials-expired", away = "temporary-auth-failure";
		} do
			outcome = said;
			local status, told = plain("secret");
			assert.same({ "failure", condition }, { status, told });
			assert.is_nil((provider.test_password("ola", "secret")));
		end
	end);

	it("is looked up again afterwards", function ()
		for _, now in ipairs {
			{ account = { ask = true, locked = true }, condition = "account-disabled" };
			{ account = nil, condition = "not-authorized" };
			{ account = {}, condition = "not-authorized" };
			{ account = false, condition = "temporary-auth-failure" };
		} do
			accounts.ola = { ask = true };
			outcome = function ()
				accounts.ola = now.account;
				return "right";
			end;
			local status, condition = plain("secret");
			assert.same({ "failure", now.condition }, { status, condition });
		end
	end);

	it("is not asked for while it is locked out, nor by SCRAM", function ()
		outcome, accounts.ola = "right", { ask = true, locked = true };
		local _, condition = plain("secret");
		assert.equal("account-disabled", condition);
		accounts.ola = { ask = true };
		for _, mechanism in ipairs { "SCRAM-SHA-1", "SCRAM-SHA-256" } do
			local handler = provider.get_sasl_handler({});
			handler:select(mechanism);
			local status, refused = handler:process("n,,n=ola,r=" .. base64.encode("nonce"));
			assert.same({ "failure", "not-authorized" }, { status, refused });
		end
		assert.same({}, asked);
	end);
end);
