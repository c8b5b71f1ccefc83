-- The chat services of the domain: one MUC component per row, created and removed at run time.
--
-- For other modules, on the host that has the services:
--   module:depends("chat_services");
--   local services = module:shared("/*/chat_services/api");
--   services.refresh()  { activated = {…}, deactivated = {…} }, or nil and the reason
--   services.names()    the services that are known here, a list
--   services.live()     the rooms in memory: a list of { service, room, id, version }
--   services.occupants()  how many occupants they have
--   services.sync(service, room, version)  takes over what the database says of a room, unless it has this version
--       already (nil: whichever it has); true when it is in memory
--   services.tell_retractions()  has occupants told of messages taken back of which they have not been told; how many, or
--       nil and the reason

module:depends("chat_database");
module:depends("chat_bridge");

local array = require "util.array";
local configmanager = require "core.configmanager";
local hostmanager = require "core.hostmanager";
local to_ascii = require "util.encodings".idna.to_ascii;

local bridge = module:shared("/*/chat_bridge/api");
local db = module:shared("/*/chat_database/api");
local services = module:shared("/*/chat_services/api");
-- The API of mod_chat_rooms on each component, by service name.
local components = module:shared("/*/chat_rooms/components");

local active = {}; -- rows by name
local refused = {}; -- names that cannot be active, true

local function address_of(name)
	return name .. "." .. module.host;
end

local function options_of(service)
	return {
		component_module = "muc";
		modules_enabled = { "chat_rooms" };
		chat_service = service.name;
		name = service.description;
		disco_hidden = true; -- listed below: the core would not list names of several labels
		-- Rooms are rows: mod_muc's own storage is disabled, mod_chat_rooms stores what is to be kept.
		storage = { config = "null", persistent = "null", state = "null", muc_log = "chat" };
		muc_room_cache_size = 1000000;
		muc_tombstones = false;
		muc_log_expires_after = "never";
		-- Affiliations are those of the database only.
		component_admins_as_room_owners = false;
		allow_unaffiliated_register = true;
		-- Prosody 13 would keep the picture of a room for whichever room has the name later.
		muc_vcard = false;
	};
end

local function set_options(service)
	local address = address_of(service.name);
	for option, value in pairs(options_of(service)) do
		configmanager.set(address, option, value);
	end
end

-- Returns true, or false and the reason.
local function activate(service)
	local address = address_of(service.name);
	if not to_ascii(address) then
		return false, "not a host name";
	elseif rawget(prosody.hosts, address) then
		return false, "there is another host of that name";
	end
	set_options(service);
	local ok, err = hostmanager.activate(address);
	return ok == true, err;
end

local function deactivate(name)
	local rooms = components[name];
	if rooms then rooms.close(); end
	hostmanager.deactivate(address_of(name));
	active[name] = nil;
end

local function take_away_all_but(rows)
	local wanted, deactivated = {}, array();
	for _, service in ipairs(rows) do
		wanted[service.name] = true;
	end
	for _, name in ipairs(services.names()) do
		if active[name] and not wanted[name] then
			deactivate(name);
			deactivated:push(name);
		elseif not wanted[name] then
			refused[name] = nil;
		end
	end
	return deactivated;
end

local function add(rows)
	local activated = array();
	for _, service in ipairs(rows) do
		local name = service.name;
		if not active[name] and not refused[name] then
			local ok, err = activate(service);
			if ok then
				activated:push(name);
			else
				module:log("error", "The chat service %s cannot be activated: %s", address_of(name), err);
				refused[name] = true;
			end
		end
		if not refused[name] then active[name] = service; end
	end
	return activated;
end

function services.refresh()
	local ok, rows = db.call("services");
	if not ok then return nil, rows; end
	local deactivated = take_away_all_but(rows);
	return { activated = add(rows), deactivated = deactivated };
end

function services.names()
	return array.collect(pairs(active)):append(array.collect(pairs(refused)));
end

function services.live()
	local live = array();
	for _, rooms in pairs(components) do
		rooms.add_live(live);
	end
	return live;
end

function services.occupants()
	local count = 0;
	for _, rooms in pairs(components) do
		count = count + rooms.count_occupants();
	end
	return count;
end

function services.sync(service, room, version)
	local rooms = components[service];
	return rooms ~= nil and rooms.sync(room, version);
end

function services.tell_retractions()
	local told, pace = 0, bridge.pacer();
	while true do
		local ok, announcements = db.call("untold");
		if not ok then return nil, announcements; end
		if not announcements[1] then return told; end
		local ids = array();
		for _, announcement in ipairs(announcements) do
			local rooms = components[announcement.service];
			if rooms then rooms.tell_retraction(announcement.room, announcement.id, announcement.stanza); end
			ids:push(announcement.id);
			pace();
		end
		local stored, count = db.call("told", ids);
		if not stored then return nil, count; end
		told = told + #ids;
	end
end

module:require "bridge_calls"(services, components);
module:require "left_rooms"(components);

module:hook("host-disco-items", function (event)
	for _, name in ipairs(array.collect(pairs(active)):sort()) do
		if not active[name].hidden then
			event.reply:tag("item", { jid = address_of(name), name = active[name].description }):up();
		end
	end
end);

-- A handler that returns a value stops the event.
local function refresh()
	services.refresh();
end
-- Hosts must not be added while hosts are being activated at startup.
module:hook_global("server-started", refresh);
module:hook_global("chat-database-attached", refresh);

-- The reloaded configuration does not contain our components; they must be added before anything reads it.
module:hook_global("config-reloaded", function ()
	for _, service in pairs(active) do
		set_options(service);
	end
end, 1000);

function module.unload()
	for _, name in ipairs(array.collect(pairs(active))) do
		deactivate(name);
	end
end
