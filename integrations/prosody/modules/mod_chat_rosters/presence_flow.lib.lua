-- Presence after a subscription has changed without the usual stanzas.

local jid_split = require "util.jid".split;
local st = require "util.stanza";

local send_presence_of = module:depends("presence").send_presence_of_available_resources;

local host = module.host;
local users = prosody.hosts[host].sessions;

local function sees(item)
	return item ~= nil and (item.subscription == "to" or item.subscription == "both");
end

local function is_seen(item)
	return item ~= nil and (item.subscription == "from" or item.subscription == "both");
end

-- The resources of a remote contact are unknown.
local function hide_contact(contact, me)
	local name, contact_host = jid_split(contact);
	if contact_host ~= host then
		module:send(st.presence({ type = "unavailable", from = contact, to = me }));
		return;
	end
	for _, session in pairs(users[name] and users[name].sessions or {}) do
		if session.presence then
			module:send(st.presence({ type = "unavailable", from = session.full_jid, to = me }));
		end
	end
end

-- What the core sends when a client removes a contact. Local contacts whose rosters do not contain the owner (any
-- more) receive nothing.
local function say_goodbye(me, contact, item)
	if is_seen(item) then
		module:send(st.presence({ type = "unsubscribed", from = me, to = contact }));
	end
	if sees(item) or item.ask then
		module:send(st.presence({ type = "unsubscribe", from = me, to = contact }));
	end
end

local function follow(username, change)
	local me, contact = username .. "@" .. host, change.jid;
	local old, new = change.old, change.new;
	local origin = prosody.hosts[host];
	if is_seen(new) and not is_seen(old) then
		send_presence_of(username, host, contact, origin);
	elseif is_seen(old) and not is_seen(new) then
		send_presence_of(username, host, contact, origin, st.presence({ type = "unavailable" }));
	end
	if sees(new) and not sees(old) then
		module:send(st.presence({ type = "probe", from = me, to = contact }));
	elseif sees(old) and not sees(new) then
		hide_contact(contact, me);
	end
	if old and not new then
		say_goodbye(me, contact, old);
	end
end

return { follow = follow };
