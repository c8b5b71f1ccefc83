local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("an acknowledgement", function ()
	local function passed_on(h, acked, unacked, options)
		local world = pretended("mod_chat_lenient_acks", { options = options or { chat_lenient_acks = true } });
		world.load();
		local session = acked and {
			outgoing_stanza_queue = { count_acked = function () return acked; end, count_unacked = function () return unacked; end };
		} or {};
		for _, version in ipairs { "2", "3" } do
			local stanza = st.stanza("a", { xmlns = "urn:xmpp:sm:" .. version, h = h });
			world.fire("urn:xmpp:sm:" .. version .. ":a", { session = session, stanza = stanza });
			if version == "3" then return stanza.attr.h; end
		end
	end

	it("of what was sent stays as it is", function ()
		assert.equal("5", passed_on("5", 5, 3));
		assert.equal("8", passed_on("8", 5, 3));
	end);

	it("of more than was sent, or less than before, repeats the last one", function ()
		assert.equal("5", passed_on("9", 5, 3));
		assert.equal("5", passed_on("4", 5, 3));
		assert.equal("0", passed_on("1", 0, 0));
	end);

	it("stays as it is unless lenience is asked for", function ()
		assert.equal("9", passed_on("9", 5, 3, {}));
		assert.equal("4", passed_on("4", 5, 3, { chat_lenient_acks = false }));
	end);

	it("that is none is left to mod_smacks", function ()
		assert.equal("many", passed_on("many", 5, 3));
		assert.equal("7", passed_on("7"));
	end);
end);
