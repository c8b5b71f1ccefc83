-- The list of sessions as the difference to what a caller was told before, so that a session that has not changed costs
-- a comparison instead of a description. Nothing is told from memory: each question compares all sessions.
--
-- Changes are numbered. The version of a list names this run of the module and the last change that the list has.

local array = require "util.array";
local json = require "util.json";
local new_id = require "util.id".short;

local description = module:require "description";
local db = module:shared("/*/chat_database/api");

local describe, inputs = description.describe, description.inputs;

local most_gone = 1000; -- sessions that are remembered to be gone

local run = new_id();
local number = 0; -- of the last change
local known = {}; -- by full JID: { session, text, number, the inputs of the text }
local gone = {}; -- { jid, number }, by number
local forgotten = 0; -- number of the last change that `gone` does not hold any more

local function next_number()
	number = number + 1;
	return number;
end

local function is_current(entry, session)
	if entry.session ~= session then return false; end
	for index = 1, #inputs do
		if entry[index] ~= session[inputs[index]] then return false; end
	end
	return true;
end

local function note(session)
	local entry = known[session.full_jid];
	if entry and is_current(entry, session) then return; end
	entry = { session = session, text = json.encode(describe(session, db.instance)), number = next_number() };
	for index = 1, #inputs do
		entry[index] = session[inputs[index]];
	end
	known[session.full_jid] = entry;
end

local function forget(jid)
	known[jid] = nil;
	gone[#gone + 1] = { jid = jid, number = next_number() };
	if #gone > most_gone then
		local rest = table.move(gone, most_gone // 2 + 1, #gone, 1, {});
		forgotten = gone[#gone - #rest].number;
		gone = rest;
	end
end

-- Returns the last change that a caller knows, or nil if it has to be told everything.
local function known_until(version)
	local of_run, last = (version or ""):match("^(.+):(%d+)$");
	last = of_run == run and tonumber(last);
	return last and last >= forgotten and last <= number and last or nil;
end

local function write(version)
	local since = known_until(version);
	local sessions, left = array(), array();
	for _, entry in pairs(known) do
		if not since or entry.number > since then sessions:push(entry.text); end
	end
	for index = #gone, 1, -1 do
		if not since or gone[index].number <= since then break; end
		if not known[gone[index].jid] then left:push(json.encode(gone[index].jid)); end
	end
	return ('{"version":"%s:%d","complete":%s,"sessions":[%s],"gone":[%s]}')
		:format(run, number, since and "false" or "true", sessions:concat(","), left:concat(","));
end

-- The session leaves the memory with its end, even if nobody asks any more.
module:hook("resource-unbind", function (event)
	local jid = event.session.full_jid;
	if known[jid] and known[jid].session == event.session then forget(jid); end
end);

--- Returns the answer to a caller with `version` (nil: none) as JSON. `each(visit)` calls `visit` for all sessions, and
--- may let others run in between; what they change is told next time at the latest.
return function (version, each)
	each(note);
	for jid, entry in pairs(known) do
		if entry.session.destroyed or entry.session.full_jid ~= jid then forget(jid); end
	end
	return write(version);
end
