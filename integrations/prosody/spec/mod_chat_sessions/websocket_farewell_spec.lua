local pretended = require "spec.support.pretended_module";

describe("the farewell to a WebSocket client", function ()
	local function sent_to(session, data)
		local sent;
		function session.send(text) sent = text; return true; end
		local world = pretended("mod_chat_sessions");
		world.library("websocket_farewell");
		world.fire("pre-session-close", { session = session, reason = "not-authorized" });
		assert.is_true(session.send(data));
		return sent;
	end
	local ERROR = "<stream:error><not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>";

	it("declares the prefix of its stream error", function ()
		assert.equal("<stream:error xmlns:stream='http://etherx.jabber.org/streams'>" .. ERROR:sub(15),
			sent_to({ websocket_request = {} }, ERROR));
	end);

	it("leaves other text, stanzas and other connections alone", function ()
		local stanza = {};
		assert.equal("<close/>", sent_to({ websocket_request = {} }, "<close/>"));
		assert.equal(stanza, sent_to({ websocket_request = {} }, stanza));
		assert.equal(ERROR, sent_to({}, ERROR));
	end);
end);
