-- What the people in a room see of a change. Contract: muc-and-legacy 10.2, 10.4

local st = require "util.stanza";
local row = module:require "row";

local xmlns_user = "http://jabber.org/protocol/muc#user";
local members_only_reason = "This room is now members-only.";

local plain_options = {
	"natural_name", "description", "password", "max_users", "persistent", "public_room", "registration_enabled",
	"can_occupants_change_subject", "can_occupants_invite", "can_change_nickname", "login_restricted_to_nickname",
	"members_only", "moderated", "allow_pm",
};

local function same_roles(before, after)
	before, after = row.broadcast_roles(before), row.broadcast_roles(after);
	for _, role in ipairs { "moderator", "participant", "visitor" } do
		if before[role] ~= after[role] then return false; end
	end
	return true;
end

--- XEP-0045 section 10.2.1
local function configuration_codes(before, after)
	local codes = {};
	local changed = not same_roles(before, after);
	for _, option in ipairs(plain_options) do
		changed = changed or before[option] ~= after[option];
	end
	if changed then table.insert(codes, "104"); end
	if before.log_enabled ~= after.log_enabled then
		table.insert(codes, after.log_enabled and "170" or "171");
	end
	if before.can_anyone_discover_jid ~= after.can_anyone_discover_jid then
		table.insert(codes, after.can_anyone_discover_jid and "172" or "173");
	end
	return codes;
end

local function kick_code(held, holds, after)
	if holds == "outcast" then return "301"; end
	return after.members_only and not holds and held and "321" or nil;
end

-- All of them have their new roles before anybody is told: who has to leave sees nothing of the others.
local function tell(room, changes, by)
	for _, change in ipairs(changes) do
		change.occupant.role = change.role;
		room:save_occupant(change.occupant);
	end
	for _, change in ipairs(changes) do
		local occupant = change.occupant;
		local x = st.stanza("x", { xmlns = xmlns_user });
		if change.code then x:tag("status", { code = change.code }):up(); end
		room:publicise_occupant_status(occupant, x, nil, by.actor, change.reason, change.previous_role);
		if not change.role then
			module:fire_event("muc-occupant-left", { room = room, nick = occupant.nick, occupant = occupant });
		elseif room:get_whois() == "moderators"
			and (change.role == "moderator") ~= (change.previous_role == "moderator") then
			-- sees real addresses from now on, or no longer
			for session in occupant:each_session() do
				room:send_occupant_list(session, function (_, other)
					return not other or other.nick ~= occupant.nick;
				end);
			end
		end
	end
end

local function standing_changes(room, before, after, by)
	local changes = {};
	for _, occupant in room:each_occupant() do
		local held, holds = row.affiliation_of(before, occupant.bare_jid), row.affiliation_of(after, occupant.bare_jid);
		if held ~= holds then
			local code = kick_code(held, holds, after);
			table.insert(changes, {
				occupant = occupant;
				previous_role = occupant.role;
				role = not code and row.role_of(after, holds) or nil;
				code = code;
				reason = by.reasons and by.reasons[occupant.bare_jid];
			});
		end
	end
	return changes;
end

local function people_without_membership(room, after)
	local changes = {};
	for _, occupant in room:each_occupant() do
		if not row.affiliation_of(after, occupant.bare_jid) then
			table.insert(changes, {
				occupant = occupant;
				previous_role = occupant.role;
				code = "322";
				reason = members_only_reason;
			});
		end
	end
	return changes;
end

local function tell_subject(room, by)
	room._data.subject_from = by.nick;
	room._data.subject_time = os.time();
	room:broadcast_message(st.message({ type = "groupchat", from = by.nick or room.jid })
		:text_tag("subject", room._data.subject or ""));
end

local function tell_configuration(room, codes)
	if not codes[1] then return; end
	local message = st.message({ type = "groupchat", from = room.jid }):tag("x", { xmlns = xmlns_user });
	for _, code in ipairs(codes) do
		message:tag("status", { code = code }):up();
	end
	room:broadcast_message(message:reset());
end

return function (rooms)
	--- Makes a room what a later row of it says, and lets the people in it know.
	-- by.actor: full address of the chat user who did it; by.reasons: texts by bare address; by.nick: occupant address
	-- of who set a subject
	function rooms.apply(room, after, by)
		by = by or {};
		local before = room.chat.row;
		-- publishes or hides who is present; needs the roles of before
		room:set_presence_broadcast(row.broadcast_roles(after));
		local changes = standing_changes(room, before, after, by);
		rooms.fill(room, after);
		tell(room, changes, by);
		if after.members_only and not before.members_only then
			tell(room, people_without_membership(room, after), {});
		end
		if by.nick or (before.subject or "") ~= (after.subject or "") then
			tell_subject(room, by);
		end
		tell_configuration(room, configuration_codes(before, after));
	end
end
