local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local xmlns_fast = "urn:xmpp:fast:0";

describe("tokens instead of passwords", function ()
	local found, removed, world; -- { whether the database answers, the account }

	local function account(stored_key, locked)
		return { locked = locked or false, sha256 = { stored_key = stored_key } };
	end

	local function directory_account()
		local of_directory = account("k");
		of_directory.ask = true;
		return of_directory;
	end

	before_each(function ()
		found, removed = { true, account("k") }, {};
		world = pretended("mod_auth_chat", {
			stores = { fast_tokens = { set = function (_, username) table.insert(removed, username); end } };
		});
		world.library("fast")(function () return found[1], found[2]; end, "away");
	end);

	local function offered(secure)
		local origin = { secure = secure, fast_sasl_handler = { process = function (_, message) return "success", message; end } };
		local features = st.stanza("inline"):tag("fast", { xmlns = xmlns_fast }):up();
		world.fire("advertise-sasl-features", { origin = origin, features = features });
		return origin.fast_sasl_handler, features:get_child("fast", xmlns_fast);
	end

	it("are offered and given to nobody whom others can hear", function ()
		assert.same({ nil, nil }, { offered(false) });
		local request = st.stanza("authenticate"):tag("request-token", { xmlns = xmlns_fast }):up();
		world.fire("urn:xmpp:sasl:2:authenticate", { session = { secure = true }, stanza = request });
		assert.equal(1, #request.tags);
		world.fire("urn:xmpp:sasl:2:authenticate", { session = { secure = false }, stanza = request });
		assert.equal(0, #request.tags);
	end);

	it("are tried for accounts that may log in alone", function ()
		local handler, element = offered(true);
		assert.is_table(element);
		assert.same({ "success", "ann\0hash" }, { handler:process("ann\0hash") });
		assert.same({ "failure", "malformed-request" }, { handler:process("ann") });
		assert.same({ "failure", "malformed-request" }, { handler:process(nil) });
		found = { true, account("k", true) };
		assert.same({ "failure", "account-disabled" }, { handler:process("ann\0hash") });
		found = { true, directory_account() };
		assert.same({ "failure", "not-authorized" }, { handler:process("ann\0hash") });
		found = { true };
		assert.same({ "failure", "not-authorized" }, { handler:process("ann\0hash") });
		found = { false };
		assert.same({ "failure", "temporary-auth-failure", "away" }, { handler:process("ann\0hash") });
	end);

	describe("that are given", function ()
		local function given(proven)
			local success = st.stanza("success"):tag("token", { xmlns = xmlns_fast }):up();
			world.fire("sasl2/c2s/success", {
				success = success, session = { username = "ann", sasl_handler = { account = proven } };
			});
			return #success.tags == 1, removed[1];
		end

		it("stand for the account that has logged in", function ()
			assert.same({ true }, { given(account("k")) });
		end);

		it("are taken back when it has changed meanwhile", function ()
			found = { true, account("k", true) };
			assert.same({ false, "ann" }, { given(account("k")) });
			found = { true, account("other") };
			assert.same({ false, "ann" }, { given(account("k")) });
			found = { true };
			assert.same({ false, "ann" }, { given(account("k")) });
			found = { false };
			assert.same({ false, "ann" }, { given(account("k")) });
		end);

		it("are taken back where a directory keeps the password", function ()
			assert.same({ false, "ann" }, { given(directory_account()) });
			found = { true, directory_account() };
			assert.same({ false, "ann" }, { given(directory_account()) });
			assert.same({ false, "ann" }, { given(account("k")) });
		end);
	end);
end);
