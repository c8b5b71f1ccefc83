local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("presence", function ()
	local world, walked, asked, unanswered, session, told;
	before_each(function ()
		walked, asked, unanswered, told = {}, {}, { "bob" }, {};
		local db = {};
		function db.call(_, jid)
			table.insert(asked, jid);
			return unanswered ~= nil, unanswered or "unavailable";
		end
		function db.walk(list_names, f, ...)
			local names = list_names();
			table.sort(names);
			table.insert(walked, table.concat(names, ","));
			return f(...);
		end
		function db.answer(username, ask_many, subject)
			if not walked[1] then return false; end
			local values, err = ask_many({}, subject);
			return true, values and values[username], err;
		end
		world = pretended("mod_chat_presence", {
			shared = { ["/*/chat_database/api"] = db };
			libraries = {
				probes = {
					gather = function (from, f, ...)
						table.insert(told, "gather of " .. from.full_jid);
						return f(...);
					end;
				};
				stock_stores = function () end;
			};
		});
		world.load();
		session = {
			full_jid = "ann@example.org/desk";
			roster = {
				[false] = {};
				["bob@example.org"] = { subscription = "both" };
				["cid@example.org"] = { subscription = "none", ask = "subscribe" };
				["dan@example.org"] = { subscription = "none" };
				["eve@elsewhere.org"] = { subscription = "both" };
			};
		};
	end);

	it("for everybody is a walk over the contacts of this server whom it concerns", function ()
		world.fire("presence/bare", { origin = session, stanza = st.presence() });
		assert.same({ "bob,cid" }, walked);
		assert.same({ "gather of ann@example.org/desk" }, told);
		world.fire("iq-result/bare/disco", { origin = session, stanza = st.iq { type = "result", id = "disco" } });
		assert.equal(2, #walked);
	end);

	it("for one contact, or of somebody elsewhere, is none", function ()
		world.fire("presence/bare", { origin = session, stanza = st.presence { to = "bob@example.org" } });
		world.fire("presence/bare", { origin = {}, stanza = st.presence() });
		world.fire("iq-result/bare/disco", {
			origin = session;
			stanza = st.iq { type = "result", id = "disco", to = "bob@example.org" };
		});
		assert.same({}, walked);
		assert.same({}, told);
	end);

	describe("of somebody who has asked for a subscription", function ()
		local function ask_again(contact)
			local stanza = st.presence { type = "subscribe", from = "ann@example.org", to = contact };
			return world.fire("presence/bare", { origin = session, stanza = stanza });
		end

		it("does not ask again when the request has been stored", function ()
			walked[1] = "a walk";
			assert.is_true(ask_again "bob@example.org");
			assert.same({ "ann@example.org" }, asked);
			assert.same(
				{ from = "bob@example.org", to = "ann@example.org", type = "unavailable" },
				world.sent[1].attr
			);
		end);

		it("asks when it has not, when nobody can tell, and at any other time", function ()
			assert.is_nil(ask_again "bob@example.org");
			walked[1] = "a walk";
			assert.is_nil(ask_again "cid@example.org");
			unanswered = nil;
			assert.is_nil(ask_again "bob@example.org");
			assert.same({}, world.sent);
		end);
	end);
end);
