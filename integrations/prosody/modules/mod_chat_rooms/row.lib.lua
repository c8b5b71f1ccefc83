-- What a row of the database means. Rows are never changed in place: whoever changes one makes another.

local array = require "util.array";
local jid_split = require "util.jid".split;

local precedence = { owner = 4, admin = 3, outcast = 2, member = 1 };

local row = {};

--- Limit of the administration service, in characters.
row.longest_password = 50;

--- What somebody holds directly, or through a group: the first of owner, admin, outcast, member; nil: nothing.
function row.affiliation_of(self, jid)
	local user, host = jid_split(jid);
	local bare = user and user .. "@" .. host or host;
	local direct, via_group = row.direct_affiliation_of(self, bare), self.via_groups[bare];
	if (precedence[via_group] or 0) > (precedence[direct] or 0) then return via_group; end
	if direct then return direct; end
	return row.direct_affiliation_of(self, host) == "outcast" and "outcast" or nil; -- a banned domain
end

function row.direct_affiliation_of(self, bare)
	local entry = self.affiliations[bare];
	return entry and entry.affiliation;
end

--- The role that an affiliation (nil: none) brings along. Contract: muc-and-legacy 10.4
function row.role_of(self, affiliation)
	if affiliation == "owner" or affiliation == "admin" then return "moderator"; end
	return (affiliation == "member" or not self.moderated) and "participant" or "visitor";
end

function row.copy_of_affiliations(self)
	local affiliations = {};
	for jid, entry in pairs(self.affiliations) do
		affiliations[jid] = entry;
	end
	return affiliations;
end

--- Replaces what mod_muc keeps of a room.
function row.fill(self, room)
	local data = room._data;
	data.name = self.natural_name;
	data.description = self.description;
	data.password = self.password;
	data.subject = self.subject;
	data.persistent = self.persistent or nil;
	data.hidden = not self.public_room or nil;
	data.whois = self.can_anyone_discover_jid and "anyone" or "moderators";
	data.changesubject = self.can_occupants_change_subject or nil;
	data.allow_member_invites = self.can_occupants_invite or nil;
	data.members_only = self.members_only or nil;
	data.moderated = self.moderated or nil;
	data.archiving = self.log_enabled;
	data.presence_broadcast = row.broadcast_roles(self);

	room._affiliations, room._affiliation_data, room._reserved_nicks = {}, {}, {};
	for jid, entry in pairs(self.affiliations) do
		room._affiliations[jid] = entry.affiliation;
		if entry.nickname then
			room._affiliation_data[jid] = { reserved_nickname = entry.nickname };
			room._reserved_nicks[entry.nickname] = jid;
		end
	end
end

function row.broadcast_roles(self)
	local roles = {};
	for _, role in ipairs(self.broadcast_presence_roles) do
		roles[role] = true;
	end
	return roles;
end

--- A room as chat users make it, before they configure it.
function row.made_by(creator, password)
	return {
		password = password;
		max_users = 0;
		persistent = false;
		public_room = false;
		registration_enabled = true;
		can_anyone_discover_jid = false;
		can_occupants_change_subject = false;
		can_occupants_invite = false;
		can_change_nickname = true;
		log_enabled = false;
		login_restricted_to_nickname = false;
		members_only = false;
		moderated = false;
		broadcast_presence_roles = array { "moderator", "participant", "visitor" };
		allow_pm = "anyone";
		affiliations = { [creator] = { affiliation = "owner" } };
		via_groups = {};
	};
end

return row;
