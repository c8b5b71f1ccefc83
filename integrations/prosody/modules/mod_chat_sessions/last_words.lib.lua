-- net.server_epoll closes a connection once what was written last is sent; if something arrives before that, it is closed
-- at once, and the client does not learn why. After a stream error nothing counts that arrives, so it is dropped here.

local after_all_others = -1000; -- they may take the reason away
local at_once = 8192; -- bytes

-- What stays unread when it is closed would reset the connection.
local function drop(conn)
	local _, err = conn.conn:receive(at_once);
	if err and err ~= "timeout" then conn:set(false, nil); end
end

module:hook("pre-session-close", function (event)
	local session = event.session;
	local conn = session.conn;
	-- the connection of BOSH is not of the session alone
	if event.reason and not session.bosh_wait and conn and conn.onreadable then conn.onreadable = drop; end
end, after_all_others);
