-- What a row of the database means. Rows are never changed in place; a change gives another one.

local array = require "util.array";
local jid_split = require "util.jid".split;
local options = module:require "options";

local precedence = { owner = 4, admin = 3, outcast = 2, member = 1 };

local row = {};

local function same(a, b)
	if type(a) ~= "table" or type(b) ~= "table" then return a == b; end
	return table.concat(a, " ") == table.concat(b, " ");
end

--- What a person holds directly, or through a group: the first of owner, admin, outcast, member; nil: nothing.
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

local function keep_options(self, data)
	for _, option in ipairs(options) do
		if option.keep then option.keep(data, self[option.option]); end
	end
end

--- Replaces what mod_muc keeps of a room.
function row.fill(self, room)
	keep_options(self, room._data);

	room._affiliations, room._affiliation_data, room._reserved_nicks = {}, {}, {};
	for jid, entry in pairs(self.affiliations) do
		room._affiliations[jid] = entry.affiliation;
		if entry.nickname then
			room._affiliation_data[jid] = { reserved_nickname = entry.nickname };
			room._reserved_nicks[entry.nickname] = jid;
		end
	end
end

--- The roles whose presence is shown, as mod_muc takes them.
function row.broadcast_roles(self)
	local data = {};
	keep_options(self, data);
	return data.presence_broadcast;
end

--- The members of the row in which two rows differ, each as the option that it is.
function row.changed_options(before, after)
	local changed = {};
	for _, option in ipairs(options) do
		if not same(before[option.option], after[option.option]) then table.insert(changed, option); end
	end
	return changed;
end

--- Whether an option can have a value, as forms submit it.
function row.is_possible(name, value)
	for _, option in ipairs(options) do
		if option.option == name then return option.read(value) ~= nil; end
	end
end

--- A room as chat users create it, before they configure it; what is absent has the default of the domain.
function row.created_by(creator, password)
	return {
		password = password;
		broadcast_presence_roles = array { "moderator", "participant", "visitor" };
		affiliations = { [creator] = { affiliation = "owner" } };
	};
end

return row;
