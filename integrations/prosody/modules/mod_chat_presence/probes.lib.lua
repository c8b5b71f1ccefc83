-- Whoever becomes available probes all contacts. Local contacts answer in batches, between which others are served.

local array = require "util.array";
local async = require "util.async";
local jid_split = require "util.jid".split;
local st = require "util.stanza";

local bridge = module:shared("/*/chat_bridge/api");
local db = module:shared("/*/chat_database/api");

local before_all_others = 1000;

local gathering = setmetatable({}, { __mode = "k" }); -- addresses of contacts by session

local function answer_all(session, contacts)
	local pace = bridge.pacer();
	for _, contact in ipairs(contacts) do
		if session.destroyed or not session.presence then return; end
		local probe = st.presence({ type = "probe", from = session.full_jid, to = contact });
		prosody.core_post_stanza(session, probe);
		pace();
	end
end

-- One at a time: with many at once, others would have to wait for a batch of each.
local answering = async.runner(function (asked)
	local function names()
		return array.map(asked.contacts, function (contact) return (jid_split(contact)); end);
	end
	db.walk(names, answer_all, asked.session, asked.contacts);
end, {
	error = function (_, err)
		module:log("error", "Probes could not be answered: %s", err);
	end;
});

module:hook("presence/bare", function (event)
	local contacts = gathering[event.origin];
	if not contacts or event.stanza.attr.type ~= "probe" then return; end
	contacts:push(event.stanza.attr.to);
	return true;
end, before_all_others);

local probes = {};

--- Returns the result of f(...); probes that the session sends during it are answered afterwards.
function probes.gather(session, f, ...)
	local contacts = array();
	gathering[session] = contacts;
	local ran, handled = pcall(f, ...);
	gathering[session] = nil;
	if not ran then error(handled, 0); end
	if contacts[1] then answering:run({ session = session, contacts = contacts }); end
	return handled;
end

return probes;
