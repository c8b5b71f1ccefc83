-- What occupants see of a change. Contract: muc-and-legacy 10.2, 10.4

local jid_bare = require "util.jid".bare;
local st = require "util.stanza";
local row = module:require "row";

local xmlns_user = "http://jabber.org/protocol/muc#user";
local members_only_reason = "This room is now members-only.";

--- XEP-0045 section 10.2.1; each once, ascending.
local function configuration_codes(before, after)
	local codes, told = {}, {};
	for _, option in ipairs(row.changed_options(before, after)) do
		local code = option.code(after[option.option]);
		if code and not told[code] then
			told[code] = true;
			table.insert(codes, code);
		end
	end
	table.sort(codes);
	return codes;
end

local function kick_code(held, holds, after)
	if holds == "outcast" then return "301"; end
	return after.members_only and not holds and held and "321" or nil;
end

-- All roles are changed before anybody is notified: those who have to leave see nothing of the others.
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

local function affiliation_changes(room, before, after, by)
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
	room.chat.subject_by = by.nick and jid_bare(by.who);
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

-- Whose presence the others have seen so far.
local function remember_announced(room)
	local roles = room:get_presence_broadcast();
	for nick, occupant in room:each_occupant() do
		if roles[occupant.role] then room.chat.announced[nick] = true; end
	end
end

return function (rooms)
	local room_mt = rooms.muc.room_mt;

	-- Who was announced leaves visibly, even when presence of that role is not shown any more.
	local publicise = room_mt.publicise_occupant_status;
	function room_mt:publicise_occupant_status(occupant, x, nick, actor, reason, previous_role, unavailable, recipient)
		local announced = self.chat and self.chat.announced;
		if announced and announced[occupant.nick] and not occupant.role then
			announced[occupant.nick], unavailable = nil, true;
		end
		return publicise(self, occupant, x, nick, actor, reason, previous_role, unavailable, recipient);
	end

	--- Gives occupants other roles, and tells everybody: { occupant, previous_role, role } each.
	function rooms.tell_roles(room, changes)
		remember_announced(room);
		tell(room, changes, {});
	end

	--- Makes a room equal to a later version of its row, and notifies the occupants.
 -- by.actor: full JID of the chat user who made the change; by.reasons: texts by bare JID; by.nick: occupant JID
 -- of who set the subject, by.who: their full JID
	function rooms.apply(room, after, by)
		by = by or {};
		local before = room.chat.row;
		remember_announced(room); -- with the previous roles, which count for presence sent so far
		local changes = affiliation_changes(room, before, after, by);
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
