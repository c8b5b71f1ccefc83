-- Stream management (XEP-0198): a client that sends its first stanzas together with <enable/>, as @xmpp/client does, may
-- count what comes before it has read <enabled/>, and only then start from zero. So it may acknowledge more than was
-- sent, and later less than before; mod_smacks would end the stream over either. Such an acknowledgement is taken as a
-- repetition of the last one instead; after a resumption such a client may get a few stanzas twice.
--
-- Options:
--   chat_lenient_acks  true: do that; default: impossible acknowledgements end the stream, as XEP-0198 has it

if not module:get_option_boolean("chat_lenient_acks", false) then return; end

local function never_impossible(session, stanza)
	local queue = session.outgoing_stanza_queue;
	local h = tonumber(stanza.attr.h);
	if not queue or not h then return; end
	local acked = queue:count_acked();
	if h < acked or h > acked + queue:count_unacked() then
		stanza.attr.h = ("%d"):format(acked);
	end
end

local before_smacks = 10;

module:hook_tag("urn:xmpp:sm:2", "a", never_impossible, before_smacks);
module:hook_tag("urn:xmpp:sm:3", "a", never_impossible, before_smacks);
