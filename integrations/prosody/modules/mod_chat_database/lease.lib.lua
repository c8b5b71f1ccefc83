-- The lease of this server: it renews it, waits while another one has it, takes over from one that stands still, and ends
-- this process when its own is over.
--
-- Options (global section):
--   chat_lease           seconds without a sign of life after which another server takes over; 3 to 60, default 6
--   chat_temporary_room_grace  seconds for which temporary rooms outlive the server before; 0: not at all, default 120
--   chat_bridge_address  where other machines find this server's HTTP port: http(s)://host:port

local configmanager = require "core.configmanager";
local hostname = require "socket".dns.gethostname;
local new_id = require "util.id".medium;
local wall = require "util.time".now;
local monotonic = require "util.time".monotonic;

local contract = module:require "contract";
local new_fence = module:require "fence";
local listeners = module:require "listeners";
local standing = module:require "standing";
local new_watch = module:require "watch";

local attempts_after_end, pause_after_end = 20, 0.1; -- a session that is ended frees its lock a moment later
local pause_while_waiting = 1; -- second
local silent_rounds_before_end = 2;
local longest_grace = 86400; -- seconds
local pause_per_failure = 4; -- as many times as long as a renewal that failed: it blocks the server
local taken_over = "Another chat server has taken over";
local end_sessions = {
	sql = [[select count(pg_terminate_backend(pid))::integer from pg_stat_activity
		where datname = current_database() and usename = current_user and application_name = ? and pid <> pg_backend_pid()]];
	parameters = 1;
};

local function first_port(option, default)
	local ports = configmanager.get("*", option);
	if ports == nil then return default; end
	return type(ports) == "table" and ports[1] or type(ports) ~= "table" and ports or nil;
end

local function own_address()
	local address = module:get_option_string("chat_bridge_address");
	if not address then
		local https = first_port("https_ports", 5281);
		return https and ("https://%s:%d"):format(hostname(), https)
			or ("http://127.0.0.1:%d"):format(first_port("http_ports", 5280) or 5280);
	end
	if not address:find("^https?://[^/%s]+:%d+$") then
		error("chat_bridge_address: not http(s)://host:port: " .. address, 0);
	end
	return address;
end

-- What the others are told of how busy this server is.
local function counts(domain)
	local sessions = 0;
	local host = prosody.hosts[domain or ""];
	for _, user in pairs(host and host.sessions or {}) do
		for _ in pairs(user.sessions) do sessions = sessions + 1; end
	end
	local services = module:shared("/*/chat_services/api");
	return { sessions = sessions, rooms = services.live and #services.live() or 0 };
end

--- `database`: what mod_chat_database lends: instance, domain(), attached(), connected(), ask(function, ...),
--- failed(reason, elapsed), pooled().
return function (database)
	local instance, run = database.instance, new_id();
	local length = module:get_option_number("chat_lease", 6);
	if length < 3 or length > 60 then error(("chat_lease: %s is not between 3 and 60 seconds"):format(length), 0); end
	if #instance > 63 or not instance:find("^[\32-\126]+$") then
		error("chat_instance: not 1 to 63 characters of ASCII: " .. instance, 0);
	end
	local grace = module:get_option_number("chat_temporary_room_grace", 120);
	if not grace or grace < 0 or grace > longest_grace then
		error(("chat_temporary_room_grace: not 0 to %d seconds"):format(longest_grace), 0);
	end
	local token = module:get_option_string("chat_bridge_token");
	local address = own_address();
	local stands_still = new_watch(length, monotonic);

	local lease = { grace = grace };
	local epoch; -- nil: none was had yet
	local peers = {};
	local heard_at; -- of the database, while waiting
	local attempts = 0;
	local former; -- whose lease this server has ended, while it waits for the lock
	local silent_rounds = 0; -- of questions to the others
	local asked_m, asked_w;
	local lost_at, asking;
	local renew_after = 0; -- while the database is too slow for everything else
	local fence;

	local function renew()
		local m, w = monotonic(), wall();
		local ok, answer = database.ask(contract.renew, instance, epoch, counts(database.domain()));
		if not ok then
			local elapsed = monotonic() - m;
			renew_after = m + (1 + pause_per_failure) * elapsed;
			return database.failed(answer, elapsed);
		end
		if answer.verdict == "leave" then return fence.leave(taken_over); end
		if answer.verdict == "pooled" then
			-- Else its own session of before still has the lock.
			if database.attached() then database.pooled(); end
			return;
		end
		peers, lost_at = answer.peers, nil;
		fence.renewed(m, w);
	end

	fence = new_fence(length, monotonic, wall, function ()
		if database.attached() then
			renew();
		elseif #peers > 0 then
			fence.leave("It stood still, and has no database to ask whether it is still the one that serves");
		end
	end);
	lease.confirm, lease.unload = fence.check, fence.unload;
	-- It was asking for the database, as long as that took: it did not stand still.
	module:hook_global("chat-database-detached", function () fence.renewed(monotonic(), wall()); end);

	--- What `join` is told, whose answer `told` takes.
	function lease.facts()
		asked_m, asked_w = monotonic(), wall();
		return {
			node = instance, kind = "prosody", version = prosody.version, address = address, epoch = epoch;
			run = run, lease = length, grace = grace;
		};
	end

	local function take_over(known)
		local ok, given_up = database.ask(contract.give_up, known.node, known.epoch, known.beat);
		if not ok or not given_up then return; end
		local ended, why = database.ask(end_sessions, known.node);
		module:log("warn", "The chat server %s gives no sign of life: taking over (%s)", known.node,
			ended and why .. " of its sessions ended" or why);
		attempts, former = attempts_after_end, known.node;
	end

	--- Returns nil, or the seconds until the next question.
	function lease.told(answer)
		if answer.over then return fence.leave(taken_over); end
		peers = answer.peers or peers;
		heard_at = monotonic();
		if answer.ok then
			epoch, lost_at, attempts, former, silent_rounds = answer.epoch, nil, 0, nil, 0;
			fence.renewed(asked_m, asked_w);
			listeners.open();
			return nil;
		elseif epoch or not answer.known and not former then
			return nil;
		end
		listeners.close();
		if not answer.known then
			database.ask(end_sessions, former); -- it may not have been possible before
		else
			former = nil;
			if stands_still(answer.known) then take_over(answer.known); end
		end
		if attempts == 0 then return pause_while_waiting; end
		attempts = attempts - 1;
		return pause_after_end;
	end

	--- Between two attempts to have a database: who has the lease is back before it ends.
	function lease.longest_pause(longest)
		return epoch and math.min(longest, length / 3) or longest;
	end

	--- There is no database at the start, or it is not for this server.
	function lease.close_ports()
		if not epoch then listeners.close(); end
	end

	local function ask_peers()
		if asking or not token or #peers == 0 then return; end
		asking, lost_at = true, monotonic();
		standing.ask(peers, token, function (answers)
			asking = false;
			silent_rounds = #answers == 0 and silent_rounds + 1 or 0;
			local must_leave = standing.must_leave(answers) and (silent_rounds == 0 or silent_rounds >= silent_rounds_before_end);
			if not database.attached() and must_leave then
				fence.leave("It has no database, and another chat server has, or cannot be asked");
			end
		end);
	end

	module:add_timer(length / 6, function ()
		fence.check();
		if not epoch then
			-- a database that takes no writes gives no lease
			if database.attached() then
				local ok, answer = database.ask(contract.join, database.contract_version, lease.facts());
				if ok then lease.told(answer); end
			end
			return length / 6;
		end
		if database.attached() then
			lost_at = nil;
			renew();
			return length / 6;
		end
		local m = monotonic();
		lost_at = lost_at or m;
		-- The lock is held and the lease goes on, however slow other statements are.
		if database.connected() and m >= renew_after then renew(); end
		fence.renewed(monotonic(), wall());
		if lost_at and m - lost_at > length then ask_peers(); end
		return length / 6;
	end);

	--- "active": it has a lease, whether or not there is a database at the moment; "waiting": it has none.
	function lease.state()
		return epoch and "active" or "waiting", epoch;
	end

	--- The answer to another server that has no database.
	function lease.standing(question)
		local database_answers = database.attached()
			or not epoch and heard_at ~= nil and monotonic() - heard_at < 3 * pause_while_waiting;
		return standing.answer(token, question, { state = lease.state(), database = database_answers });
	end

	--- Says that this server ends.
	function lease.release()
		database.ask(contract.leave, instance, epoch);
	end

	return lease;
end
