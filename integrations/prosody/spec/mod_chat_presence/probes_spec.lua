local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("probes", function ()
	local world, probes, session, answered, pauses, walked, run_on;
	before_each(function ()
		answered, pauses, walked = {}, 0, {};
		session = { full_jid = "ann@example.org/desk", presence = st.presence() };
		-- a runner that waits in each pause
		local async = {};
		function async.runner(f)
			return {
				run = function (_, item)
					local thread = coroutine.create(f);
					run_on = function () assert(coroutine.resume(thread)); end;
					assert(coroutine.resume(thread, item));
				end;
			};
		end
		local bridge = {};
		function bridge.pacer()
			return function ()
				pauses = pauses + 1;
				coroutine.yield();
			end;
		end
		local db = {};
		function db.walk(list_names, f, ...)
			walked = list_names();
			return f(...);
		end
		world = pretended("mod_chat_presence", {
			shared = { ["/*/chat_bridge/api"] = bridge, ["/*/chat_database/api"] = db };
			requires = { ["util.async"] = async };
			prosody = {
				core_post_stanza = function (origin, stanza)
					if world.fire("presence/bare", { origin = origin, stanza = stanza }) then return; end
					table.insert(answered, ("%s to %s"):format(stanza.attr.from, stanza.attr.to));
				end;
			};
		});
		probes = world.library("probes");
	end);

	local contacts = { "bob@example.org", "cid@example.org", "dan@example.org" };
	local function probe_all()
		for _, contact in ipairs(contacts) do
			local probe = st.presence { type = "probe", from = session.full_jid, to = contact };
			assert.is_true(world.fire("presence/bare", { origin = session, stanza = probe }));
		end
		return "done";
	end

	it("wait until presence has been told, and are answered in pieces", function ()
		assert.equal("done", probes.gather(session, function ()
			probe_all();
			assert.same({}, answered);
			return "done";
		end));
		assert.same({ "ann@example.org/desk to bob@example.org" }, answered);
		run_on();
		run_on();
		assert.equal(3, #answered);
		assert.same({ "bob", "cid", "dan" }, walked);
	end);

	it("end with the presence, and with the session", function ()
		for _, ending in ipairs { "presence", "session" } do
			answered, session.presence, session.destroyed = {}, st.presence(), nil;
			probes.gather(session, probe_all);
			if ending == "presence" then session.presence = nil; else session.destroyed = true; end
			run_on();
			assert.equal(1, #answered);
		end
	end);

	it("at another time, and of others, go their way", function ()
		local stanza = st.presence { type = "probe", from = session.full_jid, to = contacts[1] };
		assert.is_nil(world.fire("presence/bare", { origin = session, stanza = stanza }));
		probes.gather(session, function ()
			assert.is_nil(world.fire("presence/bare", { origin = {}, stanza = stanza }));
			stanza.attr.type = nil;
			assert.is_nil(world.fire("presence/bare", { origin = session, stanza = stanza }));
		end);
		assert.equal(0, pauses);
	end);

	it("are not gathered any longer when something went wrong", function ()
		assert.has_error(function () probes.gather(session, error, "no luck"); end, "no luck");
		local stanza = st.presence { type = "probe", from = session.full_jid, to = contacts[1] };
		assert.is_nil(world.fire("presence/bare", { origin = session, stanza = stanza }));
	end);
end);
