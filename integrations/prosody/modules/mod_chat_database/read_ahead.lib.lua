-- Batches queries of one kind. Stock modules query each contact of a person separately, and every call blocks the
-- whole server; during a walk over the contacts, the first query of each kind covers all of them.

local xpcall = require "util.xpcall".xpcall;

local running = coroutine.running;

local walks = setmetatable({}, { __mode = "k" }); -- by coroutine

local function end_walk(thread, outer, ran, ...)
	walks[thread] = outer;
	if not ran then error((...), 0); end
	return ...;
end

local read_ahead = {};

--- Returns the result of f(...), which is about to query many people and should not wait for each; answers are as
-- old as the first query. `list_names` returns the list of their user names; it is called only if there is a
-- query.
function read_ahead.walk(list_names, f, ...)
	local thread = running();
	local outer = walks[thread];
	walks[thread] = { list_names = list_names; answers = {} };
	return end_walk(thread, outer, xpcall(f, debug.traceback, ...));
end

local function names_of(walk)
	if not walk.list then
		walk.list, walk.includes = walk.list_names(), {};
		for _, name in ipairs(walk.list) do
			walk.includes[name] = true;
		end
	end
	return walk.list, walk.includes;
end

local function ask(walk, ask_many, subject)
	local by_subject = walk.answers[ask_many] or {};
	walk.answers[ask_many] = by_subject;
	local answer = by_subject[subject or false];
	if not answer then
		local values, err = ask_many(names_of(walk), subject);
		answer = { values = values; err = err };
		by_subject[subject or false] = answer;
	end
	return answer;
end

--- Returns false if no walk covers this person: the caller has to make a single query. Otherwise true and the
-- answer, or true, nil and the reason.
-- `ask_many(names, subject)` returns the answers by user name, nil for none, or nil and the reason.
function read_ahead.answer(username, ask_many, subject)
	local walk = walks[running()];
	if not walk then return false; end
	local _, includes = names_of(walk);
	if not includes[username] then return false; end
	local answer = ask(walk, ask_many, subject);
	if not answer.values then return true, nil, answer.err; end
	return true, answer.values[username];
end

return read_ahead;
