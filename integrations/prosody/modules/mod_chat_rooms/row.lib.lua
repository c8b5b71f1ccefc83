-- Interprets rows of the database. Rows are never changed in place; a change returns a new one.

local array = require "util.array";
local jid_split = require "util.jid".split;
local options = module:require "options";

local precedence = { owner = 4, admin = 3, outcast = 2, member = 1 };

local row = {};

local function same(a, b)
	if type(a) ~= "table" or type(b) ~= "table" then return a == b; end
	return table.concat(a, " ") == table.concat(b, " ");
end

--- The affiliation of a person, directly or through a group: the first of owner, admin, outcast, member; nil: none.
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

--- The role implied by an affiliation (nil: none). Contract: muc-and-legacy 10.4
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

--- Replaces what mod_muc stores of a room.
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

--- The members in which two rows differ, each with its option.
function row.changed_options(before, after)
	local changed = {};
	for _, option in ipairs(options) do
		if not same(before[option.option], after[option.option]) then table.insert(changed, option); end
	end
	return changed;
end

--- Whether an option accepts a value, as submitted by forms.
function row.is_possible(name, value)
	for _, option in ipairs(options) do
		if option.option == name then return option.read(value) ~= nil; end
	end
end

local longest_title = 255; -- characters

-- Names may be longer than titles.
local function title(name)
	local rest = utf8.offset(name, longest_title + 1);
	return rest and name:sub(1, rest - 1) or name;
end

--- A room as created by chat users, before they configure it; absent members have the domain's defaults.
-- Contract: muc-and-legacy 3.3
function row.created_by(creator, name, password)
	return {
		natural_name = title(name);
		description = title(name);
		password = password;
		max_users = 30;
		public_room = true;
		can_anyone_discover_jid = true;
		log_enabled = true;
		broadcast_presence_roles = array { "moderator", "participant", "visitor" };
		affiliations = { [creator] = { affiliation = "owner" } };
	};
end

return row;
