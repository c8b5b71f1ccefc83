-- Reports of spam and abuse (XEP-0377), in a block and in messages to the domain. They are stored before mod_blocklist blocks
-- anybody: what cannot be stored is not blocked, either, and the client hears of it. Contract: extensions E20

module:depends("chat_database");

local array = require "util.array";
local jid_bare = require "util.jid".bare;
local jid_host = require "util.jid".host;
local jid_prep = require "util.jid".prep;
local new_cache = require "util.cache".new;
local st = require "util.stanza";
local throttle = require "util.throttle".create;
local read_report = module:require "documents";

local db = module:shared("/*/chat_database/api");
local hosts = prosody.hosts;

local before_mod_blocklist = 1;
local most_a_minute = 60; -- of another server
local most_of_all = 600; -- of all other servers together
local most_accused = 2000; -- bytes, which fit into an index of the database
local most_servers = 1000; -- whose limits are remembered
local explanation = "The report could not be stored, and nobody is blocked";

for _, feature in ipairs {
	"urn:xmpp:reporting:0", "urn:xmpp:reporting:1", "urn:xmpp:reporting:reason:spam:0", "urn:xmpp:reporting:reason:abuse:0",
} do
	module:add_feature(feature);
end

-- Who has a nickname now, and whether the reporter is there, too.
local function in_room(occupant_jid, reporter)
	local host = hosts[jid_host(occupant_jid)];
	local muc = host and host.modules and host.modules.muc;
	local room = muc and muc.get_room_from_jid(jid_bare(occupant_jid));
	if not room then return nil; end
	local occupant = room:get_occupant_by_nick(occupant_jid);
	return occupant and occupant.bare_jid, room:get_occupant_jid(reporter) ~= nil;
end

local function about(accused, element, event)
	local report = read_report(element, event.stanza);
	report.accused = accused;
	report.person, report.present = in_room(accused, event.origin.full_jid);
	return report;
end

local function without_reports(item)
	item:maptags(function (tag) return tag.name ~= "report" and tag or nil; end);
end

local refused = 0;

local function tell_refused()
	local amount = refused;
	refused = 0;
	if amount > 0 and not db.call("refuse_reports", amount) then refused = refused + amount; end
end

local function count_refused()
	if refused == 0 then module:add_timer(60, tell_refused); end
	refused = refused + 1;
end

-- All or none; who has a JID that is too long is blocked without a report. Without the reports the push to other devices is
-- that of any block.
local function store_blocked(event)
	local origin, stanza = event.origin, event.stanza;
	local reports, too_long = {}, 0;
	for item in stanza.tags[1]:childtags("item") do
		local accused = jid_prep(item.attr.jid);
		if not accused then return; end -- mod_blocklist refuses it
		local element = read_report.find(item);
		if element and #accused > most_accused then
			too_long = too_long + 1;
		elseif element then
			table.insert(reports, about(accused, element, event));
		end
	end
	if reports[1] then
		local ok, stored = db.call("store_report", origin.username .. "@" .. module.host, "blocking", reports);
		if not ok or not stored then
			origin.send(st.error_reply(stanza, "wait", "internal-server-error", explanation));
			return true;
		end
	end
	for _ = 1, too_long do count_refused(); end
	for item in stanza.tags[1]:childtags("item") do without_reports(item); end
end

module:hook("iq-set/self/urn:xmpp:blocking:block", store_blocked, before_mod_blocklist);

local limits = new_cache(most_servers);
local limit_of_all = throttle(most_of_all, 60);

local function is_too_much(server)
	local limit = limits:get(server) or throttle(most_a_minute, 60);
	limits:set(server, limit);
	if limit:poll(1) and limit_of_all:poll(1) then return false; end
	count_refused();
	return true;
end

local function store_message(event)
	local origin, stanza = event.origin, event.stanza;
	local element = stanza.attr.type ~= "error" and read_report.find(stanza);
	if not element then return; end
	local is_local = origin.type == "c2s";
	if not is_local and origin.type ~= "s2sin" then return; end
	local reporter = jid_bare(stanza.attr.from);
	if not is_local and is_too_much(jid_host(reporter)) then return true; end
	local accused = jid_prep(element:get_child_text("jid", "urn:xmpp:jid:0"));
	if not accused or #accused > most_accused then
		origin.send(st.error_reply(stanza, "modify", "bad-request", "Say who is reported, in at most 2,000 bytes"));
		return true;
	end
	local report;
	if is_local then
		report = about(accused, element, event);
	else
		report = read_report(element, stanza);
		report.accused, report.named = accused, nil;
		report.forwarded, report.missing = read_report.forwarded(stanza, element);
	end
	local ok, stored = db.call("store_report", reporter, "message", { report });
	if not ok or not stored then
		origin.send(st.error_reply(stanza, "wait", "internal-server-error", "The report could not be stored"));
	end
	return true;
end

module:hook("message/host", store_message, before_mod_blocklist);

-- Which reporters were told, which the database may not know yet.
local told = new_cache(1000);

-- What reporters hear of their closed reports (chat_reconcile).
local function tell_reporters()
	while true do
		local ok, replies = db.call("report_replies");
		if not ok or not replies[1] then return; end
		local sent = array();
		for _, reply in ipairs(replies) do
			local key = reply.id .. " " .. reply.closed;
			if type(reply.to) == "string" and not told:get(key) then
				module:send(st.message({ type = "chat", from = module.host, to = reply.to, id = "report-" .. reply.id })
					:text_tag("body", reply.body));
			end
			told:set(key, true);
			sent:push({ id = reply.id, closed = reply.closed });
		end
		local stored, count = db.call("replied", sent);
		if not stored or tonumber(count) == 0 then return; end
	end
end

module:hook("chat-report-replies", tell_reporters);
