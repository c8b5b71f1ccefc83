-- The options of a room: a line for each says how Prosody represents it. The names are those of XEP-0045, or of Openfire
-- where that has none. Each has what util.dataforms wants to know of a field (one without `name` is in no form), and
--   option             the member of the row
--   show(value)        the value in the form
--   read(value)        the value in the row; nil: it makes no sense
--   keep(data, value)  where mod_muc looks for it, in room._data; nil: it does not
--   code(value)        the status by which people in the room hear of a change (XEP-0045 section 10.2.1); nil: by none

local array = require "util.array";
local unset = require "util.json".null;

local largest_integer = 2147483647;

local function as_it_is(value)
	return value;
end

local function configuration_changed()
	return "104";
end

local function kept_as(name)
	return function (data, value) data[name] = value; end;
end

local function option(line)
	line.show = line.show or as_it_is;
	line.read = line.read or as_it_is;
	line.code = line.code or configuration_changed;
	return line;
end

local function boolean(name, field, label, keep, code)
	return option { option = name, name = field, type = "boolean", label = label, keep = keep, code = code };
end

-- Empty text is unset. `longest`: limit in characters.
local function text(name, field, kind, label, longest, keep)
	return option {
		option = name, name = field, type = kind, label = label, keep = keep;
		show = function (value) return value or ""; end;
		read = function (value)
			if value == "" then return unset; end
			local length = utf8.len(value);
			return length and length <= longest and value or nil;
		end;
	};
end

local function integer(name, field, label)
	return option {
		option = name, name = field, type = "text-single", label = label;
		datatype = "xs:integer", range_min = -largest_integer, range_max = largest_integer;
		show = function (value) return ("%d"):format(value); end;
		read = math.tointeger;
	};
end

local function set_of(list)
	local set = {};
	for _, item in ipairs(list) do set[item] = true; end
	return set;
end

local function contains(options, value)
	for _, one in ipairs(options) do
		if one.value == value then return true; end
	end
	return false;
end

local function choice(name, field, label, options)
	return option {
		option = name, name = field, type = "list-single", label = label, options = options;
		read = function (value) return contains(options, value) and value or nil; end;
	};
end

local function choices(name, field, label, options, keep)
	return option {
		option = name, name = field, type = "list-multi", label = label, options = options, keep = keep;
		read = function (values)
			for _, value in ipairs(values) do
				if not contains(options, value) then return nil; end
			end
			local chosen, known = set_of(values), array();
			for _, one in ipairs(options) do
				if chosen[one.value] then known:push(one.value); end
			end
			return known;
		end;
	};
end

local function whom_addresses_are_shown_to(name)
	local line = choice(name, "muc#roomconfig_whois", "Real addresses are shown to", {
		{ value = "moderators", label = "Moderators" }, { value = "anyone", label = "Everybody" },
	});
	function line.show(value) return value and "anyone" or "moderators"; end
	function line.read(value)
		if contains(line.options, value) then return value == "anyone"; end
	end
	function line.keep(data, value) data.whois = line.show(value); end
	function line.code(value) return value and "172" or "173"; end
	return line;
end

return {
	text("natural_name", "muc#roomconfig_roomname", "text-single", "Title", 255, kept_as "name");
	text("description", "muc#roomconfig_roomdesc", "text-single", "Description", 255, kept_as "description");
	option { option = "subject", keep = kept_as "subject", code = function () return nil; end };
	boolean("persistent", "muc#roomconfig_persistentroom", "The room remains when the last person has left",
		kept_as "persistent");
	boolean("public_room", "muc#roomconfig_publicroom", "The room is listed",
		function (data, value) data.hidden = not value; end);
	text("password", "muc#roomconfig_roomsecret", "text-private", "Password", 50, kept_as "password");
	integer("max_users", "muc#roomconfig_maxusers", "Most people at a time (0: no limit)");
	boolean("members_only", "muc#roomconfig_membersonly", "Only members may enter", kept_as "members_only");
	boolean("moderated", "muc#roomconfig_moderatedroom", "Only those with voice may speak", kept_as "moderated");
	boolean("can_occupants_invite", "muc#roomconfig_allowinvites", "Everybody may invite into a members-only room",
		kept_as "allow_member_invites");
	boolean("can_occupants_change_subject", "muc#roomconfig_changesubject", "Everybody may change the subject",
		kept_as "changesubject");
	whom_addresses_are_shown_to("can_anyone_discover_jid");
	choice("allow_pm", "muc#roomconfig_allowpm", "Private messages are sent by", {
		{ value = "anyone", label = "Everybody" }, { value = "participants", label = "Those with voice" },
		{ value = "moderators", label = "Moderators" }, { value = "none", label = "Nobody" },
	});
	choices("broadcast_presence_roles", "muc#roomconfig_presencebroadcast", "Roles whose presence is shown", {
		{ value = "moderator", label = "Moderators" }, { value = "participant", label = "Participants" },
		{ value = "visitor", label = "Visitors" },
	}, function (data, value) data.presence_broadcast = set_of(value); end);
	boolean("log_enabled", "muc#roomconfig_enablelogging", "The conversation is logged", kept_as "archiving",
		function (value) return value and "170" or "171"; end);
	boolean("can_change_nickname", "x-muc#roomconfig_canchangenick", "Nicknames may be changed");
	boolean("registration_enabled", "x-muc#roomconfig_registration",
		"People may register a nickname, which makes them members");
	boolean("login_restricted_to_nickname", "x-muc#roomconfig_reservednick",
		"Registered people enter under their nickname only");
};
