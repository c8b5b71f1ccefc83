-- Presence of people with many contacts. It takes a constant number of database calls, where stock modules would
-- query block list, account and personal events of each contact; and the answers of contacts are sent in batches,
-- between which others are served.

module:depends("chat_database");
module:depends("chat_bridge");

local array = require "util.array";
local jid_bare = require "util.jid".bare;
local jid_split = require "util.jid".split;
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");

local host = module.host;
local probes = module:require "probes";

-- Local contacts who are subscribed, subscribed to, or asked.
local function contacts_of(roster)
	local names = array();
	for jid, item in pairs(roster) do
		if jid and (item.subscription ~= "none" or item.ask) then
			local name, contact_host = jid_split(jid);
			if name and contact_host == host then names:push(name); end
		end
	end
	return names;
end

local function walk(handle, event_name, event)
	local roster = event.origin.roster;
	return db.walk(function () return contacts_of(roster); end, handle, event_name, event);
end

-- Presence sent to the own account is broadcast to all contacts.
local function is_for_all(event)
	return event.origin.roster and not event.stanza.attr.to;
end

module:wrap_event("presence/bare", function (handle, event_name, event)
	if not is_for_all(event) then return handle(event_name, event); end
	return probes.gather(event.origin, walk, handle, event_name, event);
end);

-- Announces which personal events the client wants.
module:wrap_event("iq-result/bare/disco", function (handle, event_name, event)
	return (is_for_all(event) and walk or handle)(handle, event_name, event);
end);

local function unanswered(_, jid)
	local ok, owners = db.call("unanswered", jid);
	if not ok then return nil, owners; end
	local waiting = {};
	for _, owner in ipairs(owners) do waiting[owner] = true; end
	return waiting;
end

-- At each login unanswered requests are sent again. Most have long been stored.
module:hook("presence/bare", function (event)
	local stanza = event.stanza;
	if stanza.attr.type ~= "subscribe" then return; end
	local contact = jid_split(stanza.attr.to);
	local requester = jid_bare(stanza.attr.from);
	local _, is_stored = db.answer(contact, unanswered, requester);
	if not is_stored then return; end
	module:send(st.presence({ type = "unavailable", from = stanza.attr.to, to = requester }));
	return true;
end, 10);

module:require "stock_stores" ();
