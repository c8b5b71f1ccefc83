-- Files that people have sent (mod_http_file_share, on a component) go with their accounts: the database takes their rows in
-- the transaction that deletes the account, and what lies on the disk is removed here. So are those past their retention, each
-- hour, where the stock module is told to keep files for ever. Nobody has more than the quota allows.
-- Contract: extensions E21
--
-- For other modules:
--   module:depends("chat_files");
--   local files = module:shared("/*/chat_files/api");
--   files.remove_departed(waiting)  removes the files of which the database says that they go; `waiting`: whether it has said
--       that there are any. Returns how many, or nil and the reason
--   files.expired_by_stock()  the components whose files the stock module removes by a setting of its own

module:depends("chat_database");
module:depends("chat_bridge");

local array = require "util.array";
local modulemanager = require "core.modulemanager";
local olddm = require "core.storagemanager".olddm;
local new_id = require "util.id".medium;
local jid_bare = require "util.jid".bare;
local open_store = require "core.storagemanager".open;
local pposix = require "util.pposix";
local st = require "util.stanza";
local server = require "net.http.server";
local now = require "util.time".monotonic;

local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local files = module:shared("/*/chat_files/api");

local share = "http_file_share";
local before_others = 10;
local most_bytes = 2 ^ 50;
local expiry_interval = 3600;

-- The ids of files that could not be removed, so that the log says so once.
local stuck = {};

local function path_of(file)
	return olddm.getpath(file.slot, file.host, share, "bin");
end

local function remove(file)
	local path = path_of(file);
	local removed, err, code = os.remove(path);
	if removed or code == pposix.ENOENT then
		stuck[file.id] = nil;
		return true;
	end
	if not stuck[file.id] then module:log("error", "The file %q could not be removed: %s", path, err); end
	stuck[file.id] = true;
	return false;
end

-- The person behind whom files are looked for that are nobody's, some at each call; nil once everybody has been seen.
local strays_behind = "";

-- Of 0.12 a negative number, of 13.0 also a word, where other texts are a time.
local function keeps_for_ever(host)
	local after = module:context(host):get_option(share .. "_expires_after");
	return after == "never" or after == false or (tonumber(after) or 0) < 0;
end

local function components(are_kept)
	local list = array();
	for host in pairs(prosody.hosts) do
		if modulemanager.is_loaded(host, share) and keeps_for_ever(host) == are_kept then list:push(host); end
	end
	return list:sort();
end

function files.expired_by_stock() return components(false); end

-- Begins each hour, and goes on at each call until everybody has been seen. Returns whether files go.
local expire_behind, expire_at = "", 0;

local function expire()
	if now() < expire_at then return false; end
	local hosts, told = components(true), { removed = 0 };
	if #hosts > 0 then
		local ok, answer = db.call("expire_files", hosts, expire_behind);
		if not ok then return false; end
		told = answer;
	end
	expire_behind = told.next or "";
	if not told.next then expire_at = now() + expiry_interval; end
	return told.removed > 0;
end

function files.remove_departed(waiting)
	waiting = expire() or waiting;
	if strays_behind then
		local ok, behind = db.call("stray_files", strays_behind);
		-- the others are removed all the same
		if ok then strays_behind = behind; end
	elseif not waiting then
		return 0;
	end
	local removed, last, pace = 0, "", bridge.pacer();
	while true do
		local ok, departed = db.call("departed_files", last);
		if not ok then return nil, departed; end
		if not departed[1] then return removed; end
		local ids = array();
		for _, file in ipairs(departed) do
			if remove(file) then ids:push(file.id); end
			last = file.id;
			pace();
		end
		local stored, count = db.call("removed_files", ids);
		if not stored then return nil, count; end
		removed = removed + #ids;
	end
end

bridge.route("POST", "/files/removed", function ()
	local removed, err = files.remove_departed(true);
	if not removed then error(err); end
	return { removed = removed };
end);

-- Those that have a host without files have none.
bridge.route("POST", "/files/there", function (body)
	local there, pace = array(), bridge.pacer();
	for _, file in ipairs(type(body.files) == "table" and body.files or {}) do
		if type(file) ~= "table" or type(file.host) ~= "string" or type(file.slot) ~= "string" then
			return nil, "a file has no host, or no slot";
		end
		local handle = io.open(path_of(file), "r");
		if handle then handle:close(); end
		there:push(handle ~= nil);
		pace();
	end
	return { there = there };
end);

-- A mark in the folder of the files: two servers with one mark have one folder. Whoever writes first has written its first line.
local function mark_of(host)
	local path = olddm.getpath("chat-admin", host, share, "mark", true);
	for _ = 1, 2 do
		local handle = io.open(path, "r");
		local mark = handle and handle:read("l");
		if handle then handle:close(); end
		if mark then return mark; end
		handle = io.open(path, "a");
		if not handle then return nil; end
		handle:write(new_id(), "\n");
		handle:close();
	end
end

-- Asked by who examines the installation, not by each look at the health: storage of others may hang.
bridge.route("GET", "/files/storage", function ()
	local marks = {};
	for host in pairs(prosody.hosts) do
		if modulemanager.is_loaded(host, share) then table.insert(marks, mark_of(host)); end
	end
	table.sort(marks);
	return { storage = marks[1] and table.concat(marks, " ") };
end, true);

-- A slot outlives its row: whoever has been given one may send the file for minutes, and some of it may be under way.
local function refuses(uploads, path)
	local row, err = uploads:get(nil, path:match("^[^/]*"));
	return not row and err == "item-not-found";
end

-- All that is stored of a person; that of a day is the concern of the stock module, as is a size that is none.
local function refuse_beyond_quota(event)
	local origin, stanza = event.origin, event.stanza;
	local size = tonumber(stanza.tags[1].attr.size);
	if not size or size < 0 or size > most_bytes or size % 1 ~= 0 then return; end
	local ok, exceeded = db.call("file_quota", jid_bare(stanza.attr.from), ("%d"):format(size));
	if not ok or not exceeded then return; end
	local mebibytes = ("%.1f"):format(exceeded.quota / 1048576):gsub("%.0$", "");
	origin.send(st.error_reply(stanza, "wait", "resource-constraint", ("Your quota of %s MiB is used up"):format(mebibytes)));
	return true;
end

local function guard(host)
	module:context(host):hook("iq-get/host/urn:xmpp:http:upload:0:request", refuse_beyond_quota, before_others);
	local http = modulemanager.get_module(host, "http");
	local handlers = http and http.apps and http.apps.file_share or {};
	local uploads = open_store(host, "uploads", "archive");
	for event_name in pairs(handlers) do
		local base = event_name:match("^PUT [^/]*(/.*)%*$");
		if base then
			module:hook_object_event(server, event_name, function (event)
				if refuses(uploads, event.request.path:sub(#base + 1)) then return 410; end
			end, before_others);
		end
	end
end

local function guard_all()
	for host in pairs(prosody.hosts) do
		if modulemanager.is_loaded(host, share) then guard(host); end
	end
end

if prosody.start_time then guard_all(); end
module:hook_global("server-started", guard_all);
