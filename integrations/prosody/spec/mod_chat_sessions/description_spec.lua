local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("the description of a session", function ()
	local clock, filters, world, description, describe_session;
	before_each(function ()
		clock, filters = 100, {};
		world = pretended("mod_chat_sessions", {
			requires = {
				["util.time"] = { now = function () return clock; end };
				["util.filters"] = {
					add_filter = function (session, kind, filter) session[kind] = filter; end;
					add_filter_hook = function (hook) table.insert(filters, hook); end;
				};
			};
		});
		description = world.library("description");
		describe_session = description.describe;
	end);

	local function session(fields)
		local one = {
			full_jid = "ann@example.org/desk", username = "ann", resource = "desk", ip = "192.0.2.1", conntime = 90;
		};
		for name, value in pairs(fields or {}) do one[name] = value; end
		return one;
	end

	it("tells who is there, from where, and since when", function ()
		assert.same({
			jid = "ann@example.org/desk", username = "ann", resource = "desk", node = "n1", address = "192.0.2.1";
			created_at = 90, active_at = 90, secure = true, transport = "tcp", hibernating = false;
		}, describe_session(session { secure = true }, "n1"));
	end);

	it("is made of its inputs and nothing else", function ()
		local read, of_inputs = {}, {};
		describe_session(setmetatable({}, { __index = function (_, name)
			read[name] = true;
			return name == "presence" and st.presence() or nil;
		end }));
		for _, name in ipairs(description.inputs) do of_inputs[name] = true; end
		assert.same(of_inputs, read);
	end);

	it("takes the last stanza for the last activity", function ()
		local one = session();
		filters[1](one);
		clock = 120.5;
		local stanza = st.message();
		assert.equal(stanza, one["stanzas/in"](stanza, one));
		assert.equal(120.5, describe_session(one).active_at);
	end);

	it("knows the transports, over which a session is resumed too", function ()
		assert.equal("bosh", describe_session(session { bosh_wait = 60 }).transport);
		assert.equal("websocket", describe_session(session { websocket_request = {} }).transport);
		local resumed = session { websocket_request = {} };
		world.fire("smacks-hibernation-end", { resumed = resumed, origin = {} });
		assert.equal("tcp", describe_session(resumed).transport);
	end);

	it("knows since when a BOSH session is there, which the server does not", function ()
		local one = session { bosh_wait = 60 };
		one.conntime = nil;
		world.fire("bosh-session", { session = one });
		assert.equal(100, describe_session(one).created_at);
	end);

	it("shows the presence, and no more than 1,000 characters of a text", function ()
		local presence = st.presence():text_tag("show", "away"):text_tag("status", ("é"):rep(1001));
		local shown = describe_session(session { presence = presence, priority = 5 }).presence;
		assert.same({ show = "away", status = ("é"):rep(1000), priority = 5 }, shown);
		assert.same({ priority = 0 }, describe_session(session { presence = st.presence() }).presence);
		assert.is_nil(describe_session(session()).presence);
	end);
end);
