-- Messages of a logged room are stored before anybody receives them; mod_muc_mam shows them to those who ask (XEP-0313).
-- Those of other rooms are remembered at most. Who enters is shown the ones or the others. Contract: muc-and-legacy 8.3

local jid_bare = require "util.jid".bare;
local jid_prep = require "util.jid".prep;
local jid_resource = require "util.jid".resource;
local parse_xml = require "util.xml".parse;
local stamp = require "util.datetime".datetime;
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");

local xmlns_correct = "urn:xmpp:message-correct:0";
local xmlns_delay = "urn:xmpp:delay";
local xmlns_id = "urn:xmpp:sid:0";
local xmlns_mam = "urn:xmpp:mam:2";
local xmlns_user = "http://jabber.org/protocol/muc#user";

-- Of corrections (XEP-0308), by outcome.
local refusals = {
	limit = "The message was corrected too often";
	retracted = "The message was taken back";
};

-- Ids of messages that are stored but not yet passed on.
local stored = setmetatable({}, { __mode = "k" });

-- The form in which a message is replayed.
local function for_the_record(room, stanza, occupant)
	local record = st.clone(stanza);
	record.attr.from, record.attr.to = occupant.nick, nil;
	record:maptags(function (tag)
		if tag.name == "stanza-id" and tag.attr.xmlns == xmlns_id and jid_prep(tag.attr.by) == room.jid
			or tag.attr.xmlns == xmlns_user then
			return nil;
		end
		return tag;
	end);
	if room:get_whois() == "anyone" then
		record:tag("x", { xmlns = xmlns_user })
			:tag("item", {
				affiliation = room:get_affiliation(occupant.bare_jid) or "none";
				role = occupant.role;
				jid = jid_bare(stanza.attr.from);
			}):reset();
	end
	return record;
end

local longest_history = 100; -- messages that are shown at entry

-- A message as it is shown to who enters. The sender is shown if everybody could see it then, and can now.
-- Contract: muc-and-legacy 8.3
local function for_the_newcomer(room, item, to)
	local stanza, err = parse_xml(item.stanza);
	if not stanza then
		module:log("error", "Message %s cannot be read: %s", item.id, err);
		return nil;
	end
	local shown = item.sender_shown and room:get_whois() == "anyone";
	if not shown then
		stanza:maptags(function (tag)
			return (tag.name ~= "x" or tag.attr.xmlns ~= xmlns_user) and tag or nil;
		end);
	end
	stanza.attr.to = to;
	stanza:tag("delay", {
		xmlns = xmlns_delay, from = shown and item.sender or stanza.attr.from, stamp = stamp(math.floor(item.sent_at));
	}):up();
	if item.id then stanza:tag("stanza-id", { xmlns = xmlns_id, by = room.jid, id = item.id }):up(); end
	return stanza;
end

return function (rooms)
	-- The newest messages that are stored, ascending; nil: they cannot be read.
	local function stored_messages(room, since, amount)
		local ok, page = db.call("messages", rooms.service, rooms.name_of(room), {
			start = since, limit = amount, reverse = true;
		});
		if ok and page then return page.items; end
		module:log("error", "The history of %s cannot be read: %s", room.jid, page);
	end

	-- Whether anything is stored of a room. What was is looked for again: it may have been deleted.
	local function has_messages(room)
		local row = room.chat.row;
		if not row.has_messages then return; end
		local ok, found = db.call("room", rooms.service, rooms.name_of(room));
		if ok and found then row.has_messages = found.has_messages; end
		return row.has_messages;
	end

	local function remembered_messages(room, since, amount)
		local newest = {};
		for _, message in ipairs(rooms.remembered(room.jid, room.chat.id)) do
			if not since or message.sent_at >= since then table.insert(newest, message); end
		end
		return table.move(newest, math.max(1, #newest - amount + 1), #newest, 1, {});
	end

	local function messages_of(room, since, amount)
		local row = room.chat.row;
		if row.log_enabled then return stored_messages(room, since, amount); end
		if not rooms.most_remembered() then return nil; end
		local items = row.has_messages and stored_messages(room, since, amount);
		if items and items[1] or has_messages(room) then return items; end
		return remembered_messages(room, since, amount);
	end

	-- Instead of mod_muc_mam, which says that the room itself has delayed the messages.
	module:hook("muc-get-history", function (event)
		local room, characters = event.room, event.maxchars;
		local amount = math.floor(math.min(event.maxstanzas or longest_history, longest_history));
		if amount < 1 or characters == 0 then return true; end
		local items = messages_of(room, event.since, amount) or {};
		local history = {}; -- newest first
		for index = #items, 1, -1 do
			local stanza = for_the_newcomer(room, items[index], event.to);
			if stanza and characters then
				characters = characters - #tostring(stanza);
				if characters < 0 then break; end
			end
			table.insert(history, stanza);
		end
		function event.next_stanza()
			return table.remove(history);
		end
		return true;
	end, 2);

	-- Last of all: what is stored is passed on.
	module:hook("muc-occupant-groupchat", function (event)
		local room, origin, stanza, occupant = event.room, event.origin, event.stanza, event.occupant;
		local is_logged = room.chat.row.log_enabled;
		local retracts, retracts_message = rooms.taken_back(stanza);
		if not is_logged and (rooms.most_remembered() or 0) < 1
			or not (is_logged and (retracts or retracts_message))
			and not module:fire_event("muc-message-is-historic", { room = room, stanza = stanza }) then
			return;
		end
		local message = {
			nickname = jid_resource(occupant.nick);
			sender = stanza.attr.from;
			body = stanza:get_child_text("body");
			stanza = tostring(for_the_record(room, stanza, occupant));
		};
		if not is_logged then
			message.sender_shown = room:get_whois() == "anyone";
			rooms.remember(room, message);
			return;
		end
		message.type, message.subject = stanza.attr.type, stanza:get_child_text("subject");
		message.message_id, message.occupant_id = stanza.attr.id, rooms.occupant_id_in(stanza);
		message.retracts, message.retracts_message = retracts, retracts_message;
		local replace = stanza:get_child("replace", xmlns_correct);
		message.corrects = replace and replace.attr.id;
		local ok, added = db.call("append_message", rooms.service, rooms.name_of(room), message);
		if not ok then
			origin.send(rooms.unavailable(stanza));
			return true;
		elseif not added then
			origin.send(st.error_reply(stanza, "cancel", "item-not-found", "The room is no more", room.jid));
			rooms.dissolve(room);
			return true;
		elseif refusals[added.outcome] then
			origin.send(st.error_reply(stanza, "cancel", "not-allowed", refusals[added.outcome], room.jid));
			return true;
		end
		stored[stanza] = added.id;
		room.chat.row.has_messages = true;
	end, -1000);

	-- Before mod_muc_mam and mod_muc, which would keep it again.
	module:hook("muc-add-history", function (event)
		local id = stored[event.stanza];
		if id then
			event.stanza:add_direct_child(st.stanza("stanza-id", { xmlns = xmlns_id, by = event.room.jid, id = id }));
		end
		return true;
	end, 1000);

	-- Those who may not enter may not read. mod_muc_mam checks affiliations, but not passwords.
	module:hook("iq-set/bare/" .. xmlns_mam .. ":query", function (event)
		local origin, stanza = event.origin, event.stanza;
		local room = rooms.find(stanza.attr.to);
		if not room or not room:get_password() or room:get_occupant_jid(stanza.attr.from) then return; end
		if not room:get_affiliation(stanza.attr.from) then
			origin.send(st.error_reply(stanza, "auth", "forbidden", "Enter the room first", room.jid));
			return true;
		end
	end, 10);

	module:depends("muc_mam");
end
