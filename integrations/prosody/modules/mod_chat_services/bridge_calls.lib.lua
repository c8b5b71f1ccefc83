-- The bridge calls for rooms and services.

local array = require "util.array";
local jid_prep = require "util.jid".prep;
local nodeprep = require "util.encodings".stringprep.nodeprep;

local bridge = module:shared("/*/chat_bridge/api");

local function is_name(value)
	return type(value) == "string" and value ~= "";
end

local function is_version_or_nothing(value)
	return value == nil or math.type(value) == "integer";
end

local function is_text_or_nothing(value)
	return value == nil or bridge.is_xml_text(value);
end

local function is_invitation(value)
	return type(value) == "table" and is_name(value.to)
		and is_text_or_nothing(value.reason) and is_text_or_nothing(value.password);
end

local known_roles = { moderator = true, participant = true, visitor = true };

return function (services, components)
	-- Returns the API of mod_chat_rooms for the service of a request, or nil and the error.
	local function component(request)
		if not (is_name(request.service) and is_name(request.room)) then
			return nil, "service and room are missing";
		end
		return components[request.service] or false;
	end

	bridge.route("POST", "/rooms/sync", function (body)
		if type(body.rooms) ~= "table" then return nil, "rooms are missing"; end
		for _, ref in ipairs(body.rooms) do
			if type(ref) ~= "table" or not (is_name(ref.service) and is_name(ref.room)) then
				return nil, "each room needs a service and a room";
			elseif not is_version_or_nothing(ref.version) then
				return nil, "versions are whole numbers";
			end
		end
		local synced = 0;
		for index, ref in ipairs(body.rooms) do
			if services.sync(ref.service, ref.room, ref.version) then synced = synced + 1; end
			if index % 50 == 0 then bridge.breathe(); end
		end
		return { synced = synced };
	end);

	bridge.route("POST", "/rooms/destroy", function (body)
		local rooms, problem = component(body);
		if rooms == nil then return nil, problem; end
		if not is_text_or_nothing(body.reason) then return nil, "reason has characters that XML does not have"; end
		local alternate = body.alternate and jid_prep(body.alternate);
		if body.alternate and not alternate then return nil, "no room can have the address", body.alternate; end
		return { destroyed = rooms and rooms.destroyed(body.room, alternate, body.reason) or false };
	end);

	bridge.route("POST", "/occupants/kick", function (body)
		local rooms, problem = component(body);
		if rooms == nil then return nil, problem; end
		if not is_name(body.nickname) then return nil, "nickname is missing"; end
		if not is_text_or_nothing(body.reason) then return nil, "reason has characters that XML does not have"; end
		return { found = rooms and rooms.kick(body.room, body.nickname, body.reason) or false };
	end);

	bridge.route("POST", "/occupants/role", function (body)
		local rooms, problem = component(body);
		if rooms == nil then return nil, problem; end
		if not is_name(body.nickname) then return nil, "nickname is missing"; end
		if not known_roles[body.role] then return nil, "role is unknown"; end
		return { outcome = rooms and rooms.change_role(body.room, body.nickname, body.role) or "missing" };
	end);

	bridge.route("POST", "/rooms/message", function (body)
		local rooms, problem = component(body);
		if rooms == nil then return nil, problem; end
		if not is_name(body.body) or not bridge.is_xml_text(body.body) then
			return nil, "body is missing, or has characters that XML does not have";
		end
		return { sent = rooms and rooms.announce(body.room, body.body) or false };
	end);

	bridge.route("POST", "/rooms/invite", function (body)
		local rooms, problem = component(body);
		if rooms == nil then return nil, problem; end
		if not nodeprep(body.room) then return nil, "the room has no possible name", body.room; end
		if type(body.invitations) ~= "table" then return nil, "invitations are missing"; end
		for _, invitation in ipairs(body.invitations) do
			if not is_invitation(invitation) then
				return nil, "each invitation needs an address, and texts without characters that XML does not have";
			elseif not jid_prep(invitation.to) then
				return nil, "nobody can have the address", invitation.to;
			end
		end
		local sent = 0;
		for index, invitation in ipairs(body.invitations) do
			if not rooms then break; end
			rooms.invite(body.room, jid_prep(invitation.to), invitation.reason, invitation.password);
			sent = sent + 1;
			if index % 50 == 0 then bridge.breathe(); end
		end
		return { sent = sent };
	end);

	bridge.route("GET", "/occupants", function (_, query)
		local rooms, problem = component(query);
		if rooms == nil then return nil, problem; end
		return { occupants = rooms and rooms.occupants(query.room) or array() };
	end);

	bridge.route("POST", "/occupants/count", function (body)
		if not is_name(body.service) or type(body.rooms) ~= "table" then return nil, "service and rooms are missing"; end
		local rooms, counts = components[body.service], array();
		for index, room in ipairs(body.rooms) do
			if not is_name(room) then return nil, "each room needs a name"; end
			counts:push(rooms and rooms.occupant_count(room) or 0);
			if index % 50 == 0 then bridge.breathe(); end
		end
		return { counts = counts };
	end);

	bridge.route("GET", "/occupants/rooms", function (_, query)
		if not (is_name(query.service) and is_name(query.user)) then return nil, "service and user are missing"; end
		local rooms = components[query.service];
		local user, sessions = prosody.bare_sessions[query.user .. "@" .. module.host], {};
		for _, session in pairs(user and user.sessions or {}) do
			table.insert(sessions, session.full_jid);
		end
		return { rooms = rooms and rooms.joined_by(sessions, bridge.pacer()) or array() };
	end);

	bridge.route("GET", "/rooms/history", function (_, query)
		local rooms, problem = component(query);
		if rooms == nil then return nil, problem; end
		local id = math.tointeger(tonumber(query.id));
		if not id then return nil, "id is no whole number"; end
		return { messages = rooms and rooms.remembered(query.room, id) or array() };
	end);

	bridge.route("POST", "/rooms/retractions", function ()
		local told, reason = services.tell_retractions();
		if not told then error(reason); end
		return { told = told };
	end);

	bridge.route("POST", "/services", function ()
		local changes, reason = services.refresh();
		if not changes then error(reason); end
		return changes;
	end);
end
