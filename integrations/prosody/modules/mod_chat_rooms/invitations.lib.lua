-- Mediated invitations: those of chat users, and those of the administration in the name of the room.

local jid_bare = require "util.jid".bare;
local jid_prep = require "util.jid".prep;
local st = require "util.stanza";
local muc_util = module:require "muc/util";

local xmlns_user = "http://jabber.org/protocol/muc#user";
local xmlns_conference = "jabber:x:conference";

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

	-- An invitation into a members-only room makes a member. Returns what to answer when that cannot be.
	local function grant_entry(room, invitee)
		local affiliation = room:get_affiliation(invitee);
		if affiliation == "outcast" then return { type = "cancel", condition = "not-allowed" }; end
		if affiliation or not room:get_members_only() then return; end
		local done, kind, condition = room:set_affiliation(true, invitee, "member");
		if not done then return { type = kind, condition = condition }; end
	end

	local function send(room, stanza, invite)
		local invitee = jid_prep(invite.attr.to);
		local err = not invitee and { type = "modify", condition = "jid-malformed" }
			or grant_entry(room, jid_bare(invitee));
		if err then return err; end
		local message = muc_util.filter_muc_x(st.clone(stanza));
		message.attr.from, message.attr.to = room.jid, invitee;
		message:tag("x", { xmlns = xmlns_user }):tag("invite", { from = stanza.attr.from });
		local reason = invite:get_child_text("reason");
		if reason then message:text_tag("reason", reason); end
		message:reset();
		if not module:fire_event("muc-invite", { room = room, stanza = message }) then
			room:route_stanza(message);
		end
	end

	function room_mt:handle_mediated_invite(origin, stanza)
		local condition = refusal(self, stanza.attr.from);
		local err = condition and { type = condition == "forbidden" and "auth" or "cancel", condition = condition };
		for invite in stanza:get_child("x", xmlns_user):childtags("invite") do
			err = err or send(self, stanza, invite);
		end
		if err then
			origin.send(st.error_reply(stanza, err.type, err.condition, err.text, self.jid));
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
