local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("while there is no database", function ()
	local answered, attached, vcard, world;
	before_each(function ()
		answered, attached, vcard = nil, false, nil;
		world = pretended("mod_chat_outage", {
			shared = { ["/*/chat_database/api"] = { attached = function () return attached; end } };
			stores = { vcard = { get = function () return table.unpack(vcard or { nil, "unavailable" }, 1, 2); end } };
			libraries = { blocklists = function () end };
		});
		world.load();
	end);

	local function ask(event, stanza)
		local origin = { username = "ann", send = function (reply) answered = reply; end };
		local stopped = world.fire(event, { origin = origin, stanza = stanza });
		return stopped and (select(2, answered:get_error()) or "answered");
	end
	local function iq(kind) return st.iq { type = kind, id = "1", from = "ann@x/desk" }; end

	it("changes are refused, and reading is left to those who can", function ()
		for _, event in ipairs {
			"iq/self/jabber:iq:roster:query", "iq/self/jabber:iq:register:query", "iq/host/jabber:iq:register:query";
		} do
			assert.equal("internal-server-error", ask(event, iq "set"), event);
			assert.is_nil(ask(event, iq "get"), event);
			attached = true;
			assert.is_nil(ask(event, iq "set"), event);
			attached = false;
		end
	end);

	it("subscriptions are refused, and presence goes on", function ()
		for _, kind in ipairs { "subscribe", "subscribed", "unsubscribe", "unsubscribed" } do
			assert.equal("internal-server-error", ask("pre-presence/bare", st.presence { type = kind }));
		end
		assert.is_nil(ask("pre-presence/bare", st.presence()));
		assert.is_nil(ask("pre-presence/bare", st.presence { type = "probe" }));
	end);

	it("a vCard that cannot be read is not said to be missing", function ()
		local event = "iq/bare/vcard-temp:vCard";
		assert.equal("internal-server-error", ask(event, iq "get"));
		vcard = { nil };
		assert.is_nil(ask(event, iq "get"));
		vcard = { st.preserialize(st.stanza("vCard", { xmlns = "vcard-temp" })) };
		assert.equal("answered", ask(event, iq "get"));
		assert.is_not_nil(answered:get_child("vCard", "vcard-temp"));
	end);

	it("nobody registers", function ()
		local event = {};
		world.fire("user-registering", event);
		assert.is_false(event.allowed);
		assert.equal("internal-server-error", event.error.condition);
		attached = true;
		event = {};
		world.fire("user-registering", event);
		assert.is_nil(event.allowed);
	end);

	it("streams that nobody has logged in to are closed, and others stay", function ()
		local closed;
		local function features(username)
			closed = nil;
			local origin = { username = username, close = function (_, reason) closed = reason.condition; end };
			world.fire("stream-features", { origin = origin, features = st.stanza("stream:features") });
			return closed;
		end
		assert.equal("remote-connection-failed", features(nil));
		assert.is_nil(features("ann"));
		attached = true;
		assert.is_nil(features(nil));
	end);
end);
