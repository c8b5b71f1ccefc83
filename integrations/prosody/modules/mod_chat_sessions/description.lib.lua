-- Describes sessions for the administration service. Prosody records neither the time of the last activity nor, for
-- BOSH, that of the start: both are recorded here.

local filters = require "util.filters";
local now = require "util.time".now;

local function stamp(stanza, session)
	session.chat_active_at = now();
	return stanza;
end

local before_all_others = 1000;
local longest_text = 1000; -- characters

local function watch(session)
	filters.add_filter(session, "stanzas/in", stamp, before_all_others);
end

-- A resumed session takes over the filters of its new connection, so every connection has to be watched.
filters.add_filter_hook(watch);

function module.unload()
	filters.remove_filter_hook(watch);
end

module:hook_global("bosh-session", function (event)
	event.session.chat_created_at = now();
end);

-- The kind of the new connection is not transferred otherwise.
module:hook("smacks-hibernation-end", function (event)
	event.resumed.websocket_request = event.origin.websocket_request;
end);

local function transport(session)
	if session.bosh_wait then return "bosh"; end
	return session.websocket_request and "websocket" or "tcp";
end

-- Presence may be hundreds of kilobytes long, in each session.
local function cut(text)
	local rest = text and utf8.offset(text, longest_text + 1);
	return rest and text:sub(1, rest - 1) or text;
end

local function presence(session)
	local stanza = session.presence;
	if not stanza then return nil; end
	return {
		show = cut(stanza:get_child_text("show"));
		status = cut(stanza:get_child_text("status"));
		priority = session.priority or 0;
	};
end

-- All that a description is made of. The rest of a session may change without changing it.
local inputs = {
	"full_jid", "username", "resource", "presence", "priority", "ip", "conntime", "chat_created_at", "chat_active_at", "secure",
	"bosh_wait", "websocket_request", "hibernating",
};

local function describe(session, node)
	local created_at = session.conntime or session.chat_created_at;
	return {
		jid = session.full_jid;
		username = session.username;
		resource = session.resource;
		node = node;
		presence = presence(session);
		address = session.ip;
		created_at = created_at;
		active_at = session.chat_active_at or created_at;
		secure = session.secure == true;
		transport = transport(session);
		hibernating = session.hibernating ~= nil;
	};
end

return { describe = describe, inputs = inputs };
