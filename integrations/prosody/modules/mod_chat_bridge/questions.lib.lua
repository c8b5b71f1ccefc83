-- Passwords that a directory keeps. A login waits here while an instance of the service asks the directory: instances hold
-- polls, which take questions, and post answers. A question is handed out once, since each attempt counts in the directory.
--
-- For other modules:
--   local questions = module:shared("/*/chat_bridge/questions");
--   questions.ask(session, username, password)  waits, in a coroutine, and returns right, wrong, locked, disabled, expired or
--       away; never if the session ends meanwhile

local async = require "util.async";
local ip = require "util.ip";
local new_id = require "util.id".medium;
local now = require "util.time".monotonic;
local timer = require "util.timer";

local answer_within = 8; -- seconds
local poll_lasts = 20;
local longest_silence = 3; -- without a poll
local most_polls = 4; -- of an instance
local most_waiting = 288;

local classes = { right = true, wrong = true, locked = true, disabled = true, expired = true, away = true };
local loopback = { { ip.parse_cidr("127.0.0.0/8") }, { ip.parse_cidr("::1") } };

local questions = module:shared("/*/chat_bridge/questions");

local polls = {}; -- that wait, the oldest first
local queue = {}; -- what no poll has taken yet
local open, waiting = {}, 0; -- what nobody has answered yet, by id
local last_poll = -math.huge;

local function remove(list, item)
	for position, one in ipairs(list) do
		if one == item then
			table.remove(list, position);
			return true;
		end
	end
	return false;
end

--- Ends a poll that waits, with a question or without. Nobody reads the answer of one that is `gone`.
local function finish_poll(poll, question, gone)
	if not remove(polls, poll) then return; end
	last_poll = now();
	poll.question = question;
	if not gone then poll.done(); end
end

local function answered(question, outcome)
	if open[question.id] ~= question then return false; end
	open[question.id], waiting = nil, waiting - 1;
	remove(queue, question);
	question.outcome = outcome;
	-- a coroutine of a session that has ended must not go on
	if not question.session.destroyed then question.done(); end
	return true;
end

local function next_question()
	while queue[1] do
		local question = table.remove(queue, 1);
		if not question.session.destroyed then return question; end
		answered(question, "away");
	end
end

local function document(question)
	return {
		id = question.id, username = question.username, password = question.password;
		milliseconds = math.max(1, math.floor((question.till - now()) * 1000));
	};
end

function questions.ask(session, username, password)
	local unheard = not polls[1] and now() - last_poll > longest_silence;
	if unheard or waiting >= most_waiting or not async.ready() then return "away"; end
	local wait, done = async.waiter();
	local question = {
		id = new_id(), session = session, username = username, password = password;
		till = now() + answer_within, done = done;
	};
	open[question.id], waiting = question, waiting + 1;
	timer.add_task(answer_within, function () answered(question, "away"); end);
	if polls[1] then
		finish_poll(polls[1], question);
	else
		queue[#queue + 1] = question;
	end
	wait();
	return question.outcome;
end

-- Passwords pass, so nobody in between may read them.
local function is_private(request)
	local caller = ip.new_ip(request.conn:ip());
	if request.conn:ssl() then return true; end
	for _, network in ipairs(loopback) do
		if caller and ip.match(caller, network[1], network[2]) then return true; end
	end
	return false;
end

local function poll_of(instance, response)
	local held, oldest = 0, nil;
	for _, poll in ipairs(polls) do
		if poll.instance == instance then
			held, oldest = held + 1, oldest or poll;
		end
	end
	-- its connection may be gone without a word
	if held >= most_polls then finish_poll(oldest); end
	local wait, done = async.waiter();
	local poll = { instance = instance, done = done };
	polls[#polls + 1] = poll;
	timer.add_task(poll_lasts, function () finish_poll(poll); end);
	function response.on_destroy() finish_poll(poll, nil, true); end
	wait();
	response.on_destroy = nil;
	return poll.question;
end

local function take(_, query, event)
	if not is_private(event.request) then return 403; end
	local instance = query.instance;
	if not instance or instance == "" or #instance > 100 then return nil, "instance is not a text"; end
	last_poll = now();
	local question = next_question() or poll_of(instance, event.response);
	if not question then return 204; end
	return document(question);
end

local function answer(body, _, event)
	if not is_private(event.request) then return 403; end
	if type(body.id) ~= "string" then return nil, "id is not a text"; end
	if not classes[body.outcome] then return nil, "outcome is unknown"; end
	local question = open[body.id];
	if not question or not answered(question, body.outcome) then return 410; end
	return { done = true };
end

return { take = take, answer = answer };
