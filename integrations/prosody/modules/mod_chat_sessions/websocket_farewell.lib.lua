-- mod_websocket of Prosody 13 sends stream errors as text without declaring the prefix `stream`, so no client can read why
-- it is closed. That of 0.12 sends stanzas, which need nothing.

local declaration = " xmlns:stream='http://etherx.jabber.org/streams'";
local after_all_others = -1000;

module:hook("pre-session-close", function (event)
	local session = event.session;
	if not session.websocket_request then return; end
	local send = session.send;
	function session.send(data)
		if type(data) == "string" then data = data:gsub("^<stream:error", "%0" .. declaration); end
		return send(data);
	end
end, after_all_others);
