-- Affiliations are effective directly or through a group; chat users only change direct ones.

local jid_bare = require "util.jid".bare;
local jid_prep = require "util.jid".prep;
local jid_resource = require "util.jid".resource;
local resourceprep = require "util.encodings".stringprep.resourceprep;
local st = require "util.stanza";
local row = module:require "row";
local muc_util = module:require "muc/util";

local xmlns_user = "http://jabber.org/protocol/muc#user";

-- Whether anyone besides `jid` owns the room.
local function has_other_owner(room_row, jid)
	for holder, entry in pairs(room_row.affiliations) do
		if holder ~= jid and entry.affiliation == "owner" then return true; end
	end
	for holder, affiliation in pairs(room_row.via_groups) do
		if holder ~= jid and affiliation == "owner" then return true; end
	end
	return false;
end

-- Returns the error condition if `actor` may not give this affiliation (nil: none).
local function refusal(room_row, actor, jid, affiliation)
	local rank, held = row.affiliation_of(room_row, actor), row.affiliation_of(room_row, jid);
	if rank == "owner" then
		if jid_bare(actor) == jid and affiliation ~= "owner" and not has_other_owner(room_row, jid) then
			return "conflict";
		end
	elseif rank ~= "admin" or affiliation == "owner" or affiliation == "admin" or held == "owner" or held == "admin" then
		return "not-allowed";
	end
end

local function is_reserved_by_another(room_row, nickname, jid)
	for holder, entry in pairs(room_row.affiliations) do
		if holder ~= jid and entry.nickname == nickname then return true; end
	end
	return false;
end

local function reserved_nickname(entry, affiliation, data)
	if not affiliation or affiliation == "outcast" then return nil; end
	if data == nil then return entry.nickname; end
	return data and data.reserved_nickname or nil;
end

-- Changes one entry of a row that is not yet in use. `actor`: a full JID, or true for the room itself; `data`: nil
-- keeps the reserved nickname, false drops it. Returns whether anything has changed, or nil and the condition.
local function give(room_row, actor, jid, affiliation, data)
	local condition = actor ~= true and refusal(room_row, actor, jid, affiliation);
	if condition then return nil, condition; end
	local entry = room_row.affiliations[jid] or {};
	local nickname = reserved_nickname(entry, affiliation, data);
	if entry.affiliation == affiliation and entry.nickname == nickname then return false; end
	if nickname and nickname ~= entry.nickname and is_reserved_by_another(room_row, nickname, jid) then
		return nil, "conflict";
	end
	room_row.affiliations[jid] = affiliation and { affiliation = affiliation, nickname = nickname } or nil;
	if actor ~= true and row.affiliation_of(room_row, jid) ~= affiliation and (affiliation or not entry.affiliation) then
		return nil, "not-allowed"; -- a group's affiliation would stand above it
	end
	return true;
end

local function is_outside(room, jid)
	for _, occupant in room:each_occupant() do
		if occupant.bare_jid == jid then return false; end
	end
	return true;
end

-- XEP-0045: those who may see real addresses are also notified about people outside.
local function announce(room, jid, reason)
	local message = st.message({ from = room.jid })
		:tag("x", { xmlns = xmlns_user })
			:tag("item", { affiliation = room:get_affiliation(jid) or "none", jid = jid });
	if reason then message:text_tag("reason", reason); end
	local least = room:get_whois() == "moderators" and "moderator" or "none";
	room:broadcast(message:reset(), muc_util.only_with_min_role(least));
end

-- Whoever else is present under a nickname that has been reserved has to leave.
local function vacate(room, jid)
	local entry = room.chat.row.affiliations[jid];
	local address = entry and entry.nickname and room.jid .. "/" .. entry.nickname;
	local occupant = address and room:get_occupant_by_nick(address);
	if occupant and occupant.bare_jid ~= jid then
		room:set_role(true, address, nil, "The nickname has been reserved for somebody else");
	end
end

-- The requested change of an item, or nil and the condition.
local function read(room, item)
	local jid, nickname = item.attr.jid, item.attr.nick;
	if nickname then
		nickname = resourceprep(nickname, true);
		if not (nickname and nickname:find("%S")) then return nil, "jid-malformed"; end
	end
	if nickname and not jid then
		local occupant = room:get_occupant_by_nick(room.jid .. "/" .. nickname);
		if not occupant then return nil, "item-not-found"; end
		jid, nickname = occupant.bare_jid, nil;
	end
	jid = jid and jid_prep(jid);
	if not jid or jid_resource(jid) then return nil, "jid-malformed"; end
	if not (jid_prep(jid, true) or room.chat.row.affiliations[jid]) then return nil, "jid-malformed"; end
	local affiliation = item.attr.affiliation;
	if not muc_util.valid_affiliations[affiliation] then return nil, "not-acceptable"; end
	return {
		jid = jid;
		affiliation = affiliation ~= "none" and affiliation or nil;
		reason = item:get_child_text("reason");
		data = nickname and { reserved_nickname = nickname } or nil;
	};
end

local function are_roles(items)
	for _, item in ipairs(items) do
		if not item.attr.role then return false; end
	end
	return true;
end

local kinds_of_errors = { conflict = "cancel", ["not-allowed"] = "cancel" };

return function (rooms)
	local room_mt = rooms.muc.room_mt;

	function room_mt:get_affiliation(jid)
		if not self.chat then return self._affiliations[jid_bare(jid)]; end
		return row.affiliation_of(self.chat.row, jid);
	end

	--- All of `wanted`, a list of { jid, affiliation, data, reason }, or nothing. `actor`: a full address, or true for the
	-- room itself, which does so for `who`. Returns true, or nil, the kind and the condition of the error.
	function rooms.affiliate(room, actor, wanted, who)
		local before = room.chat.row;
		local after = { affiliations = row.copy_of_affiliations(before), via_groups = before.via_groups };
		local reasons, changed = {}, {};
		for _, item in ipairs(wanted) do
			local done, condition = give(after, actor, item.jid, item.affiliation, item.data);
			if done == nil then return nil, kinds_of_errors[condition], condition; end
			if done then
				reasons[item.jid] = item.reason;
				table.insert(changed, item);
			end
		end
		if not changed[1] then return true; end
		local done, err = rooms.change(room, { affiliations = after.affiliations },
			{ actor = actor ~= true and actor or nil, who = who or changed[1].data and changed[1].jid, reasons = reasons });
		if not done then return nil, err.type, err.condition; end
		for _, item in ipairs(changed) do
			if is_outside(room, item.jid) then announce(room, item.jid, item.reason); end
			if item.data then vacate(room, item.jid); end
		end
		return true;
	end

	function room_mt:set_affiliation(actor, jid, affiliation, reason, data)
		jid = jid_prep(jid_bare(jid));
		if not actor or not jid or not muc_util.valid_affiliations[affiliation or "none"] then
			return nil, "modify", "not-acceptable";
		end
		affiliation = affiliation ~= "none" and affiliation or nil;
		if not self.chat then -- it is being created
			self._affiliations[jid] = affiliation;
			return true;
		end
		return rooms.affiliate(self, actor, { { jid = jid, affiliation = affiliation, data = data, reason = reason } });
	end

	-- mod_muc only looks at the first item of a request.
	local handle_one = room_mt.handle_admin_query_set_command;
	local function handle_roles(room, origin, stanza)
		local answer;
		local listener = setmetatable({ send = function (reply) answer = reply; end }, { __index = origin });
		for _, item in ipairs(stanza.tags[1].tags) do
			handle_one(room, listener, st.iq(stanza.attr):tag("query", stanza.tags[1].attr):add_child(item):reset());
			if answer.attr.type == "error" then break; end
		end
		origin.send(answer);
		return true;
	end

	-- Not left to mod_muc, which removes others for a reserved nickname before it knows who asks.
	local function handle_affiliations(room, origin, stanza)
		local wanted = {};
		for index, item in ipairs(stanza.tags[1].tags) do
			local given, condition = read(room, item);
			if not given then
				origin.send(st.error_reply(stanza, "modify", condition, nil, room.jid));
				return true;
			end
			wanted[index] = given;
		end
		local done, kind, condition = rooms.affiliate(room, stanza.attr.from, wanted);
		origin.send(done and st.reply(stanza) or st.error_reply(stanza, kind, condition, nil, room.jid));
		return true;
	end

	local function refuse_request(room, origin, stanza)
		origin.send(st.error_reply(stanza, "modify", "bad-request", nil, room.jid));
		return true;
	end

	function room_mt:handle_admin_query_set_command(origin, stanza)
		local items = stanza.tags[1].tags;
		if not items[1] then return refuse_request(self, origin, stanza); end
		if not items[1].attr.role then return handle_affiliations(self, origin, stanza); end
		local handle = are_roles(items) and handle_roles or refuse_request;
		return handle(self, origin, stanza);
	end

	local handle_get = room_mt.handle_admin_query_get_command;
	function room_mt:handle_admin_query_get_command(origin, stanza)
		local handle = stanza.tags[1].tags[1] and handle_get or refuse_request;
		return handle(self, origin, stanza);
	end
end
