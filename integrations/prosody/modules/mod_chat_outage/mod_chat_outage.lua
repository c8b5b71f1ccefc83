-- While there is no database, clients get errors instead of empty answers, and instead of losing changes that the
-- core makes in memory before it checks whether they were stored.

module:depends("chat_database");

local jid_split = require "util.jid".split;
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");

local vcards = module:open_store("vcard");

local before_stock_handlers = 100;
local explanation = "The server cannot reach its database at the moment";

local function answer_with_error(event)
	event.origin.send(st.error_reply(event.stanza, "wait", "internal-server-error", explanation));
	return true;
end

local function refuse(event)
	if not db.attached() then return answer_with_error(event); end
end

local function refuse_change(event)
	if event.stanza.attr.type == "set" then return refuse(event); end
end

-- The stock module would report a vCard that could not be read as missing.
local function answer_vcard(event)
	local origin, stanza = event.origin, event.stanza;
	if stanza.attr.type == "set" then return refuse(event); end
	local vcard, err = vcards:get(stanza.attr.to and jid_split(stanza.attr.to) or origin.username);
	if err then return answer_with_error(event); end
	if not vcard then return; end
	origin.send(st.reply(stanza):add_child(st.deserialize(vcard)));
	return true;
end

for name, handler in pairs {
	["iq/self/jabber:iq:roster:query"] = refuse_change;
	["iq/self/jabber:iq:register:query"] = refuse_change;
	["iq/host/jabber:iq:register:query"] = refuse_change;
	["iq/bare/vcard-temp:vCard"] = answer_vcard;
} do
	module:hook(name, handler, before_stock_handlers);
end

local subscription_types = { subscribe = true, subscribed = true, unsubscribe = true, unsubscribed = true };

module:hook("pre-presence/bare", function (event)
	if subscription_types[event.stanza.attr.type] then return refuse(event); end
end, before_stock_handlers);

module:hook("user-registering", function (event)
	if db.attached() then return; end
	event.allowed = false;
	event.error = { type = "wait", condition = "internal-server-error", text = explanation };
end, before_stock_handlers);

-- A stream without any mechanism would leave clients waiting; after an error they reconnect by themselves. The core
-- still sends the features, which must not be empty, to the stream closed here.
module:hook("stream-features", function (event)
	local origin = event.origin;
	if origin.username or db.attached() then return; end
	origin:close({ condition = "remote-connection-failed", text = explanation });
	event.features:tag("closed"):up();
	return true;
end, before_stock_handlers);

module:require "blocklists"(explanation);
