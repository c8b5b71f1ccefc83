-- Whoever sees the owner of a roster because of a shared group, and is not seen, gets presence as a contact does, but is
-- shown to no client.

local filters = require "util.filters";
local st = require "util.stanza";

local after_all_others = -1000;

local function hide(stanza, session)
	if stanza.name ~= "iq" or not session.roster then return stanza; end
	local query = stanza.tags[1];
	if not query or query.attr.xmlns ~= "jabber:iq:roster" then return stanza; end
	local is_push = stanza.attr.type == "set";
	query:maptags(function (item)
		local contact = session.roster[item.attr.jid];
		if not contact or not contact.hidden then return item; end
		return is_push and st.stanza("item", { jid = item.attr.jid, subscription = "remove" }) or nil;
	end);
	return stanza;
end

local function watch(session)
	filters.add_filter(session, "stanzas/out", hide, after_all_others);
end

-- A resumed session takes over the filters of its new connection, so every connection has to be watched.
filters.add_filter_hook(watch);

return function ()
	filters.remove_filter_hook(watch);
end;
