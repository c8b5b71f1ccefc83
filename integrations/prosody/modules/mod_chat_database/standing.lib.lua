-- What chat servers tell each other while one of them has no database: whether somebody else serves or could. An answer is
-- worth something only with the proof of who knows the token; neither the token nor a certificate's name has to be sent.

local http = require "net.http";
local hmac = require "util.hashes".hmac_sha256;
local json = require "util.json";
local new_id = require "util.id".long;
local timer = require "util.timer";

local timeout = 1; -- second

local function proof(token, nonce, answer)
	return hmac(token, ("%s %s %s"):format(nonce, answer.state, answer.database), true);
end

--- The answer to a question: `{ nonce = … }`. Returns nil and the reason if it is none.
local function answer(token, question, standing)
	if type(question.nonce) ~= "string" then return nil, "nonce is not a text"; end
	local said = { state = standing.state, database = standing.database };
	said.proof = proof(token, question.nonce, said);
	return said;
end

local function trusted(token, nonce, body)
	local ran, said = pcall(json.decode, body);
	if not ran or type(said) ~= "table" then return nil; end
	return said.proof == proof(token, nonce, said) and said or nil;
end

--- Asks all at once, and calls back with those that answered in time.
local function ask(peers, token, callback)
	local answers, open, finished = {}, #peers, false;
	local function finish()
		if finished then return; end
		finished = true;
		callback(answers);
	end
	timer.add_task(timeout, finish);
	for _, peer in ipairs(peers) do
		local nonce = new_id();
		http.request(peer.address .. "/bridge/standing", {
			method = "POST"; body = json.encode({ nonce = nonce }); insecure = true; suppress_errors = true;
			headers = { ["Content-Type"] = "application/json" };
		}, function (body, status)
			if status == 200 then table.insert(answers, trusted(token, nonce, body)); end
			open = open - 1;
			if open == 0 then finish(); end
		end);
	end
end

--- Whether a server without database has to end: somebody else serves or could, or nobody says.
local function must_leave(answers)
	for _, said in ipairs(answers) do
		if said.state == "active" or said.database then return true; end
	end
	return #answers == 0;
end

return { answer = answer, ask = ask, must_leave = must_leave };
