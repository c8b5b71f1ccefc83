-- Rosters. Contacts are stored individually (the `map` type, as used by the core). The version of a roster is the
-- database's, which also changes when the administration service or a shared group changes the roster; its state, opaque
-- here, is what the database asks for to tell what has changed.

local array = require "util.array";
local st = require "util.stanza";
local parse_xml = require "util.xml".parse;

local db = module:shared("/*/chat_database/api");

-- Versions of the database are 0 and more: this one makes the reconciliation read the roster again.
local doubtful_version = -1;

local longest_request = 4096; -- bytes

-- The core caches rosters of offline users, and would miss changes to them. It would also cache the empty roster
-- after a failed read, and let its owner log in with it.
prosody.hosts[module.host].roster_cache = { -- luacheck: ignore 122
	get = function () return nil; end;
	set = function () return true; end;
};

-- The stored metadata, to detect what the core has changed in place.
local stored_requests = setmetatable({}, { __mode = "k" });

local function read_request(text)
	local stanza = parse_xml(text);
	return stanza and st.preserialize(stanza) or true;
end

-- Other contents of long requests are dropped, because all requests are read and written together.
local function write_request(jid, request)
	local text = type(request) == "table" and tostring(st.deserialize(request));
	if text and #text <= longest_request then return text; end
	return tostring(st.presence({ type = "subscribe", from = jid }));
end

-- A list in a stable order, so that two lists can be compared as text.
local function write_requests(pending)
	local list = array();
	for jid, request in pairs(pending) do
		list:push({ jid = jid, stanza = write_request(jid, request) });
	end
	return list:sort(function (a, b) return a.jid < b.jid; end);
end

local function fingerprint(requests)
	return array.map(requests, function (request) return request.jid .. "\0" .. request.stanza; end):concat("\0");
end

local function read_item(stored)
	local groups = {};
	for _, name in ipairs(stored.groups or {}) do
		groups[name] = true;
	end
	return {
		subscription = stored.subscription;
		name = stored.name;
		ask = stored.ask and "subscribe" or nil;
		approved = stored.approved and "true" or nil;
		groups = groups;
		hidden = stored.hidden;
	};
end

local function write_item(item)
	return {
		name = item.name;
		subscription = item.subscription;
		ask = item.ask ~= nil;
		approved = item.approved == "true";
		groups = array.collect(pairs(item.groups));
	};
end

local keyval, map = {}, { remove = {} };

local function read_roster(username, answer)
	local metadata = { version = answer.version, state = answer.state, pending = {} };
	local roster = { [false] = metadata };
	local own_jid = username .. "@" .. module.host;
	for _, stored in ipairs(answer.items) do
		-- People who are their own contacts would send the core into an endless loop.
		if stored.jid ~= own_jid then roster[stored.jid] = read_item(stored); end
	end
	for _, request in ipairs(answer.requests) do
		metadata.pending[request.jid] = read_request(request.stanza);
	end
	stored_requests[metadata] = fingerprint(write_requests(metadata.pending));
	return roster;
end

function keyval:get(username) -- luacheck: ignore 212/self
	local ok, answer = db.call("roster", username);
	if not ok then return nil, answer; end
	return answer and read_roster(username, answer);
end

--- The difference to a state of the roster (`state` of its metadata, nil for none): a roster of the contacts that may
-- have changed, and the list of their addresses, including removed ones. Without the list it is the whole roster.
-- `also`: addresses to include anyway.
function keyval:changes(username, state, also) -- luacheck: ignore 212/self
	local ok, answer = db.call("roster_changes", username, state, array(also));
	if not ok then return nil, answer; end
	if not answer then return nil; end
	return read_roster(username, answer), answer.contacts;
end

-- Stores one contact; nil removes it. Returns the new version, or nil and the reason.
local function put(username, jid, item)
	local ok, version = db.call("put_roster_item", username, jid, item and write_item(item));
	if not ok then return nil, version; end
	if not version then return nil, "no such account"; end
	return version;
end

local function put_requests(username, metadata)
	local requests = write_requests(metadata.pending);
	local text = fingerprint(requests);
	if text == stored_requests[metadata] then return true; end
	local ok, err = db.call("put_roster_requests", username, requests);
	if not ok then return nil, err; end
	stored_requests[metadata] = text;
	return true;
end

--- The core has already incremented the version in `metadata`; it is replaced by the database's. The state remains that
-- of what was read, unless storing fails.
local function save(username, metadata, items)
	local state = metadata.state;
	metadata.version, metadata.state = doubtful_version, nil;
	local latest, contacts = doubtful_version, {};
	for jid, item in pairs(items) do
		local version, err = put(username, jid, item);
		if not version then return nil, err; end
		latest = version;
		contacts[#contacts + 1] = jid;
	end
	local ok, err = put_requests(username, metadata);
	if not ok then return nil, err; end
	metadata.version, metadata.state = latest, state;
	module:fire_event("chat-roster-stored", { username = username, contacts = contacts });
	return true;
end

function map:set_keys(username, changes)
	local items = {};
	for jid, item in pairs(changes) do
		if jid then
			items[jid] = item ~= self.remove and item;
		end
	end
	return save(username, changes[false] or { pending = {} }, items);
end

function map:get(username, jid) -- luacheck: ignore 212/self
	local roster, err = keyval:get(username);
	if not roster then return nil, err; end
	return roster[jid];
end

function map:set(username, jid, item)
	local current, err = keyval:get(username);
	if not current then return nil, err or "no such account"; end
	return self:set_keys(username, { [false] = current[false], [jid] = item or self.remove });
end

--- Replaces the roster; nil empties it.
function keyval:set(username, roster)
	local current, err = self:get(username);
	if not current then
		if err then return nil, err; end
		return not roster;
	end
	local items = {};
	for jid in pairs(current) do
		if jid then items[jid] = false; end
	end
	for jid, item in pairs(roster or {}) do
		if jid then items[jid] = item; end
	end
	local metadata = current[false];
	metadata.pending = roster and roster[false] and roster[false].pending or {};
	return save(username, metadata, items);
end

return { keyval = keyval, map = map };
