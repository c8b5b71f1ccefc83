-- Stream management (XEP-0198): clients that send their first stanza together with <enable/>, as @xmpp/client does, may
-- acknowledge what they receive and only then start to count from zero, when they come to read <enabled/>. mod_smacks
-- would end the stream over an acknowledgement that is lower than the one before. It is taken as a repetition of that
-- one instead; after a resumption such a client may get a few stanzas twice.

local function never_lower(session, stanza)
	local queue = session.outgoing_stanza_queue;
	local h = tonumber(stanza.attr.h);
	if queue and h and h < queue:count_acked() then
		stanza.attr.h = ("%d"):format(queue:count_acked());
	end
end

local before_smacks = 10;

module:hook_tag("urn:xmpp:sm:2", "a", never_lower, before_smacks);
module:hook_tag("urn:xmpp:sm:3", "a", never_lower, before_smacks);
