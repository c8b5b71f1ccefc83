-- The options of a room in the owners' form, under the names of XEP-0045, or of Openfire where that has none. Each has
-- what util.dataforms wants to know of a field, `option`, the member of the row, and where the values differ:
--   show(row)    the value in the form
--   read(value)  the value in the row; nil: it makes no sense

local array = require "util.array";

-- Limits of the administration service, in characters.
local longest_text, longest_password = 255, module:require "row".longest_password;
local largest_integer = 2147483647;

local function boolean(option, name, label)
	return { option = option, name = name, type = "boolean", label = label };
end

-- Empty is unset; `unset` stands for no value.
local function text(option, name, type, label, longest, unset)
	return {
		option = option, name = name, type = type, label = label;
		show = function (row) return row[option] or ""; end;
		read = function (value)
			if value == "" then return unset; end
			local length = utf8.len(value);
			return length and length <= longest and value or nil;
		end;
	};
end

local function contains(options, value)
	for _, option in ipairs(options) do
		if option.value == value then return true; end
	end
	return false;
end

local function whom_addresses_are_shown_to(option)
	local options = { { value = "moderators", label = "Moderators" }, { value = "anyone", label = "Everybody" } };
	return {
		option = option, name = "muc#roomconfig_whois", type = "list-single", label = "Real addresses are shown to";
		options = options;
		show = function (row) return row[option] and "anyone" or "moderators"; end;
		read = function (value)
			if contains(options, value) then return value == "anyone"; end
		end;
	};
end

local function who_may_send_private_messages(option)
	local options = {
		{ value = "anyone", label = "Everybody" };
		{ value = "participants", label = "Those with voice" };
		{ value = "moderators", label = "Moderators" };
		{ value = "none", label = "Nobody" };
	};
	return {
		option = option, name = "muc#roomconfig_allowpm", type = "list-single", label = "Private messages are sent by";
		options = options;
		read = function (value)
			return contains(options, value) and value or nil;
		end;
	};
end

local function whose_presence_is_shown(option)
	local options = {
		{ value = "moderator", label = "Moderators" };
		{ value = "participant", label = "Participants" };
		{ value = "visitor", label = "Visitors" };
	};
	return {
		option = option, name = "muc#roomconfig_presencebroadcast", type = "list-multi";
		label = "Roles whose presence is shown";
		options = options;
		read = function (values)
			local chosen, known = {}, array();
			for _, value in ipairs(values) do
				if not contains(options, value) then return nil; end
				chosen[value] = true;
			end
			for _, role in ipairs(options) do
				if chosen[role.value] then known:push(role.value); end
			end
			return known;
		end;
	};
end

return function (unset)
	return {
		text("natural_name", "muc#roomconfig_roomname", "text-single", "Title", longest_text, unset);
		text("description", "muc#roomconfig_roomdesc", "text-single", "Description", longest_text, unset);
		boolean("persistent", "muc#roomconfig_persistentroom", "The room remains when the last person has left");
		boolean("public_room", "muc#roomconfig_publicroom", "The room is listed");
		text("password", "muc#roomconfig_roomsecret", "text-private", "Password", longest_password, unset);
		{
			option = "max_users", name = "muc#roomconfig_maxusers", type = "text-single";
			label = "Most people at a time (0: no limit)";
			datatype = "xs:integer", range_min = -largest_integer, range_max = largest_integer;
			show = function (row) return ("%d"):format(row.max_users); end;
			read = math.tointeger;
		};
		boolean("members_only", "muc#roomconfig_membersonly", "Only members may enter");
		boolean("moderated", "muc#roomconfig_moderatedroom", "Only those with voice may speak");
		boolean("can_occupants_invite", "muc#roomconfig_allowinvites", "Everybody may invite into a members-only room");
		boolean("can_occupants_change_subject", "muc#roomconfig_changesubject", "Everybody may change the subject");
		whom_addresses_are_shown_to("can_anyone_discover_jid");
		who_may_send_private_messages("allow_pm");
		whose_presence_is_shown("broadcast_presence_roles");
		boolean("log_enabled", "muc#roomconfig_enablelogging", "The conversation is logged");
		boolean("can_change_nickname", "x-muc#roomconfig_canchangenick", "Nicknames may be changed");
		boolean("registration_enabled", "x-muc#roomconfig_registration",
			"People may register a nickname, which makes them members");
		boolean("login_restricted_to_nickname", "x-muc#roomconfig_reservednick",
			"Registered people enter under their nickname only");
	};
end
