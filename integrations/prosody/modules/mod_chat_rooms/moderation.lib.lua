-- Messages of logged rooms that moderators (XEP-0425) and their authors (XEP-0424) take back. The database composes tombstones
-- and announcements, which are asked for and told here. Contract: extensions E19

local array = require "util.array";
local cache = require "util.cache";
local jid_bare = require "util.jid".bare;
local modulemanager = require "core.modulemanager";
local parse_xml = require "util.xml".parse;
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");
local shared = module:shared("/*/chat_rooms/retractions");

local xmlns_fasten = "urn:xmpp:fasten:0";
local xmlns_id = "urn:xmpp:sid:0";
local xmlns_moderate = "urn:xmpp:message-moderate:";
local xmlns_occupant_id = "urn:xmpp:occupant-id:0";
local xmlns_retract = "urn:xmpp:message-retract:";

local features = {
	xmlns_moderate .. "0", xmlns_moderate .. "1", xmlns_retract .. "0", xmlns_retract .. "1", xmlns_retract .. "1#tombstone";
};
local longest_reason = 255; -- characters
local stock = "muc_moderation";

-- Announcements that the occupants have heard, by id: the database may not know it yet.
shared.told = shared.told or cache.new(10000);

-- What a moderator asks for, in either version; nil: something else.
local function request_in(stanza)
	local apply = stanza:get_child("apply-to", xmlns_fasten);
	local version = apply and "0" or "1";
	local moderate = (apply or stanza):get_child("moderate", xmlns_moderate .. version);
	if not moderate then return nil; end
	local reason = moderate:get_child_text("reason");
	return {
		id = (apply or moderate).attr.id;
		is_retraction = moderate:get_child("retract", xmlns_retract .. version) ~= nil;
		reason = reason ~= "" and reason or nil;
	};
end

local function is_possible(request)
	return request.id and request.is_retraction
		and (not request.reason or (utf8.len(request.reason) or math.huge) <= longest_reason);
end

local function occupant_id_in(stanza)
	local tag = stanza and stanza:get_child("occupant-id", xmlns_occupant_id);
	return tag and tag.attr.id;
end

-- It finds no message of ours, and would tell everybody that it had taken back what is still there.
local function refuse_stock()
	module:log("error", "The module %s cannot moderate the services of chat-admin, which do so themselves: do not enable it", stock);
	modulemanager.unload(module.host, stock);
end

return function (rooms)
	rooms.occupant_id_in = occupant_id_in;

	--- Which message its author takes back with a stanza: its id in the room, or the one that the author gave it.
	function rooms.taken_back(stanza)
		local retract = stanza:get_child("retract", xmlns_retract .. "1");
		if retract and not retract:get_child("moderated", xmlns_moderate .. "1") then return retract.attr.id; end
		local apply = stanza:get_child("apply-to", xmlns_fasten);
		if apply and apply:get_child("retract", xmlns_retract .. "0") then return nil, apply.attr.id; end
	end

	--- Passes on an announcement, once. `room`: nil: nobody is there
	function rooms.tell_retraction(room, id, text)
		if shared.told:get(id) then return; end
		shared.told:set(id, true);
		local stanza, err = parse_xml(text);
		if not stanza then
			module:log("error", "Message %s cannot be read: %s", id, err);
		elseif room then
			room:broadcast(stanza:tag("stanza-id", { xmlns = xmlns_id, by = room.jid, id = id }):reset());
		end
	end

	local function moderate(event)
		local origin, stanza = event.origin, event.stanza;
		local request = request_in(stanza);
		local room = request and rooms.find(stanza.attr.to);
		if not room then return; end
		local function refuse(kind, condition, text)
			origin.send(st.error_reply(stanza, kind, condition, text, room.jid));
			return true;
		end
		local occupant = room:get_occupant_by_real_jid(stanza.attr.from);
		local affiliation = room:get_affiliation(stanza.attr.from);
		if occupant and occupant.role ~= "moderator" or not occupant and affiliation ~= "owner" and affiliation ~= "admin" then
			return refuse("auth", "forbidden", "Only moderators may take back messages");
		elseif not is_possible(request) then
			return refuse("modify", "bad-request", "A message needs an id, and a reason has at most 255 characters");
		end
		local ok, answer = db.call("retract_message", rooms.service, rooms.name_of(room), {
			id = request.id, reason = request.reason, actor = jid_bare(stanza.attr.from), node = db.instance;
			moderator = occupant and occupant.nick, moderator_id = occupant and occupant_id_in(occupant:get_presence());
		});
		if not ok then
			origin.send(rooms.unavailable(stanza));
			return true;
		elseif answer.outcome == "missing" then
			return refuse("cancel", "item-not-found", "There is no such message");
		end
		if answer.id then rooms.tell_retraction(room, answer.id, answer.stanza); end
		origin.send(st.reply(stanza));
		if answer.id then db.call("told", array { answer.id }); end
		return true;
	end
	module:hook("iq-set/bare/" .. xmlns_fasten .. ":apply-to", moderate);
	module:hook("iq-set/bare/" .. xmlns_moderate .. "1:moderate", moderate);

	module:hook("muc-disco#info", function (event)
		if not event.room.chat.row.log_enabled then return; end
		for _, feature in ipairs(features) do
			event.reply:tag("feature", { var = feature }):up();
		end
	end);

	module:hook("module-loaded", function (event)
		if event.module == stock then refuse_stock(); end
	end);
	if modulemanager.is_loaded(module.host, stock) then refuse_stock(); end
end
