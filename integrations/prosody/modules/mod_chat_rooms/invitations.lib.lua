-- Mediated invitations: from chat users, and from the administration service in the name of the room.

local jid_bare = require "util.jid".bare;
local jid_prep = require "util.jid".prep;
local st = require "util.stanza";
local muc_util = module:require "muc/util";

local xmlns_user = "http://jabber.org/protocol/muc#user";
local xmlns_conference = "jabber:x:conference";

local most_at_once = 100; -- each costs calls of the database

return function (rooms)
	local room_mt = rooms.muc.room_mt;

	-- Contract: muc-and-legacy 3.3. Returns the condition of the error when `from` may not invite.
	local function refusal(room, from)
		local affiliation = room:get_affiliation(from);
		if affiliation == "owner" or affiliation == "admin" then return nil; end
		if not room:get_occupant_by_real_jid(from) then return "not-acceptable"; end
		local row = room.chat.row;
		return row.members_only and not row.can_occupants_invite and "forbidden" or nil;
	end

	-- Returns a list of { to, reason }, or nil and the condition of the error.
	local function read(stanza)
		local invitations = {};
		for invite in stanza:get_child("x", xmlns_user):childtags("invite") do
			local invitee = jid_prep(invite.attr.to, true);
			if not invitee then return nil, "jid-malformed"; end
			table.insert(invitations, { to = invitee, reason = invite:get_child_text("reason") });
			if #invitations > most_at_once then return nil, "not-acceptable"; end
		end
		return invitations;
	end

	-- Invitations into a members-only room make members. Returns true, or nil, the kind and the condition of the error.
	local function grant_entry(room, invitations, inviter)
		local wanted = {};
		for _, invitation in ipairs(invitations) do
			local invitee = jid_bare(invitation.to);
			local affiliation = room:get_affiliation(invitee);
			if affiliation == "outcast" then return nil, "cancel", "not-allowed"; end
			if not affiliation and room:get_members_only() then
				table.insert(wanted, { jid = invitee, affiliation = "member" });
			end
		end
		return rooms.affiliate(room, true, wanted, inviter);
	end

	local function send(room, content, inviter, invitation)
		local message = st.clone(content);
		message.attr.from, message.attr.to = room.jid, invitation.to;
		message:tag("x", { xmlns = xmlns_user }):tag("invite", { from = inviter });
		if invitation.reason then message:text_tag("reason", invitation.reason); end
		message:reset();
		if not module:fire_event("muc-invite", { room = room, stanza = message }) then
			room:route_stanza(message);
		end
	end

	-- Invites everyone named, or nobody.
	local function invite(room, stanza)
		local condition = refusal(room, stanza.attr.from);
		if condition then return nil, condition == "forbidden" and "auth" or "cancel", condition; end
		local invitations, unreadable = read(stanza);
		if not invitations then return nil, "modify", unreadable; end
		local granted, kind, problem = grant_entry(room, invitations, stanza.attr.from);
		if not granted then return nil, kind, problem; end
		local content = muc_util.filter_muc_x(st.clone(stanza));
		for _, invitation in ipairs(invitations) do
			send(room, content, stanza.attr.from, invitation);
		end
		return true;
	end

	function room_mt:handle_mediated_invite(origin, stanza)
		local done, kind, condition = invite(self, stanza);
		if not done then
			origin.send(st.error_reply(stanza, kind, condition, nil, self.jid));
		end
		return true;
	end

	--- Invites in the name of a room, which need not be in memory. Contract: muc-and-legacy 10.1
	function rooms.invite(address, to, reason, password)
		local message = st.message({ from = address, to = to })
			:tag("x", { xmlns = xmlns_user })
				:tag("invite", { from = address });
		if reason and reason ~= "" then message:text_tag("reason", reason); end
		message:up();
		if password and password ~= "" then message:text_tag("password", password); end
		message:up():tag("x", { xmlns = xmlns_conference, jid = address }):up();
		module:send(message);
	end
end
