-- Accounts of the administration service: SCRAM-SHA-1 and SCRAM-SHA-256 from the stored keys, PLAIN tested against them
-- (Prosody offers it over TLS only). Nothing is kept here, so each login sees the account as it is.
--
-- An account that came from elsewhere may lack the keys of one hash. Mechanisms are offered before the name is known, and
-- clients take the strongest, so none is offered whose hash an account lacks. PLAIN shows the password: then they are added.
--
-- A directory may keep the password of an account, which then has no keys here: PLAIN alone lets it in, once an instance of the
-- service has asked the directory (questions.lib.lua of mod_chat_bridge).
--
-- Options:
--   default_iteration_count  rounds of new passwords; default 10000
--   chat_tls_exporter        whether SCRAM-*-PLUS is offered with tls-exporter, as Prosody 13 can; default false. Clients that know
--       tls-unique alone (slixmpp of Debian 12) then fail with every SCRAM mechanism, and send PLAIN
--
-- Without database no mechanism is offered, and an attempt that has begun ends in temporary-auth-failure: a client must
-- not be told that its password is wrong when nobody could look.

module:depends("chat_database");

local base64 = require "util.encodings".base64;
local hashes = require "util.hashes";
local hashers = require "util.sasl.scram".hashers;
local new_sasl = require "util.sasl".new;
local random_bytes = require "util.random".bytes;
local saslprep = require "util.encodings".stringprep.saslprep;

local db = module:shared("/*/chat_database/api");
local accounts = module:shared("/*/chat_accounts/api");
local questions = module:shared("/*/chat_bridge/questions");

local rounds = module:get_option_number("default_iteration_count", 10000);
local offers_exporter = module:get_option_boolean("chat_tls_exporter", false);
local longest_password = 1023; -- bytes
local page = 500;

local refusals = {
	exists = "The requested username already exists.";
	refused = "The requested username cannot be registered.";
};

local last_administrator = "This is the last administrator";

local unavailable = "The server cannot look up accounts at the moment";
local directory_away = "The directory cannot be reached";
local password_expired = "The password has expired";

local hash_names = { sha1 = "SHA-1", sha256 = "SHA-256" };
local mechanisms_of = {
	sha1 = { "SCRAM-SHA-1", "SCRAM-SHA-1-PLUS" };
	sha256 = { "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS" };
};

--- Returns the keys of both hashes, without those in `present`.
local function make_keys(password, present)
	local keys = {};
	for field, name in pairs(hash_names) do
		if not (present and present[field]) then
			local salt = random_bytes(16);
			local done, stored_key, server_key = hashers[name](password, salt, rounds);
			if not done then return nil, stored_key; end
			keys[field] = {
				salt = base64.encode(salt);
				iterations = rounds;
				stored_key = base64.encode(stored_key);
				server_key = base64.encode(server_key);
			};
		end
	end
	return keys;
end

--- Returns the password after SASLprep, or nil if it cannot be one.
local function prepare(password)
	local prepared = type(password) == "string" and #password <= longest_password and saslprep(password);
	return prepared and prepared ~= "" and prepared or nil;
end

-- The stock functions for this prepare the text.
local function stored_key_of(field, text, salt, iterations)
	local salted = hashes["pbkdf2_hmac_" .. field](text, salt, iterations);
	return hashes[field](hashes["hmac_" .. field](salted, "Client Key"));
end

local function verify(text, account)
	local field = account.sha256 and "sha256" or "sha1";
	local keys = account[field];
	if not keys then return false; end -- no password has been set yet
	local stored_key = stored_key_of(field, text, base64.decode(keys.salt), keys.iterations);
	return hashes.equals(stored_key, base64.decode(keys.stored_key));
end

--- Returns whether the database could be queried, and the account. Removes what stock modules have stored for an
-- earlier account of the same name.
local function look_up(username)
	local ok, account = db.call("credentials", username, true);
	if ok and account and account.departed and not accounts.forget(username, account.inherited) then
		return false, "what an earlier account has left could not be removed";
	end
	return ok, account;
end

--- Adds the keys that the account lacks. Whoever prepares the password needs both hashes of that, if what is there are
-- those of the `raw` text. A failure to do so never fails a login.
local function add_keys(username, password, account, raw)
	local known = account.sha1 or account.sha256;
	local keys = make_keys(password, not raw and account);
	if not keys then return; end
	local ok, added = db.call("add_keys", username, known.stored_key, keys);
	if not ok or not added then return; end
	for field, of_hash in pairs(keys) do account[field] = of_hash; end
end

local provider = {};

local refusals_of_directory = {
	away = { "temporary-auth-failure", directory_away };
	expired = { "credentials-expired", password_expired };
};

--- Returns as `test`, after the directory of the account has been asked; a fifth value says what clients are told instead.
local function test_there(username, password, account, session)
	-- an attempt would only count there
	if account.locked then return false, false; end
	local outcome = questions.ask and questions.ask(session, username, password) or "away";
	if outcome == "locked" or outcome == "disabled" then return false, false; end
	if outcome == "wrong" then return false, true; end
	if outcome ~= "right" then
		local refusal = refusals_of_directory[outcome];
		return false, true, nil, nil, refusal;
	end
	local ok, now = look_up(username);
	if not ok then return nil, nil, now; end
	if not now or not now.ask then return false, nil; end
	return not now.locked, not now.locked, nil, now;
end

--- Returns whether the password is right, and the state: true, false (locked), nil (no account, or followed by the
-- reason); then the account. The password is prepared; `typed` is what it was before, if that is known.
local function test(username, password, typed, session)
	local ok, account = look_up(username);
	if not ok then return nil, nil, account; end
	if not account then return false, nil; end
	if account.ask then return test_there(username, typed or password, account, session or {}); end
	local complete = account.sha1 and account.sha256;
	if verify(password, account) then
		if not complete then add_keys(username, password, account); end
	elseif not complete and typed and typed ~= password and verify(typed, account) then
		add_keys(username, password, account, true);
	else
		return false, true;
	end
	return not account.locked, not account.locked, nil, account;
end

function provider.test_password(username, password)
	local prepared = prepare(password);
	if not prepared then return nil, "not a password"; end
	local right, _, err = test(username, prepared, password);
	if not right then return nil, err or "wrong user name or password"; end
	return true;
end

local function existing_accounts(usernames)
	local ok, missing = db.call("missing_accounts", usernames);
	if not ok then return nil, missing; end
	local exist = {};
	for _, username in ipairs(usernames) do exist[username] = true; end
	for _, username in ipairs(missing) do exist[username] = nil; end
	return exist;
end

function provider.user_exists(username)
	local known, is_there, err = db.answer(username, existing_accounts);
	if known then return is_there, err; end
	local ok, exists = db.call("account_exists", username);
	if not ok then return nil, exists; end
	return exists or nil;
end

local function register(username, password)
	local prepared = prepare(password);
	if not prepared then return nil, "not a password"; end
	local keys, err = make_keys(prepared);
	if not keys then return nil, err; end
	local ok, outcome = db.call("register_account", username, keys);
	if not ok then return nil, outcome; end
	if outcome ~= "created" then return nil, refusals[outcome]; end
	return true;
end

-- Prosody 13 registers in steps, without anything in between: an account without password, its role, its password. Ours
-- have a password from the first, so the first step only announces the name.
local announced;

local function announce(username)
	local ok, exists = db.call("account_exists", username);
	if not ok then return nil, exists; end
	if exists then return nil, refusals.exists; end
	announced = username;
	return true;
end

function provider.set_password(username, password)
	if username == announced then
		announced = nil;
		return register(username, password);
	end
	local prepared = prepare(password);
	if not prepared then return nil, "not a password"; end
	local keys, err = make_keys(prepared);
	if not keys then return nil, err; end
	local ok, changed = db.call("put_credentials", username, keys);
	if not ok then return nil, changed; end
	if changed == nil then return nil, "The password is managed by a directory"; end
	if not changed then return nil, "no such account"; end
	return true;
end

-- Prosody 13.0 replaces a password for an invitation to do so with `create_user`, where it means `set_password`.
local resetting;

module:hook("user-registering", function (event)
	resetting = event.allowed and event.allow_reset == event.username and event.username or nil;
end, -1000);

function provider.create_user(username, password)
	local is_reset = resetting == username;
	resetting = nil;
	if password == nil then return announce(username); end
	if is_reset then return provider.set_password(username, password); end
	return register(username, password);
end

function provider.delete_user(username)
	if username == announced then
		announced = nil;
		return true;
	end
	local ok, deleted = db.call("delete_account", username);
	if not ok then return nil, deleted; end
	if deleted == nil then return nil, "This is the last administrator, or managed by a directory"; end
	if not deleted then return nil, "no such account"; end
	return true;
end

--- A lockout of the service is what Prosody 13 calls a disabled account.
function provider.get_account_info(username)
	local ok, account = db.call("account_info", username);
	if not ok then return nil, account; end
	if not account then return nil, "no such account"; end
	return { enabled = not account.locked, created = account.created_at };
end

function provider.is_enabled(username)
	local account, err = provider.get_account_info(username);
	if not account then return nil, err; end
	return account.enabled;
end

--- @param refused why the account stays as it is
local function lockout_call(name, refused)
	return function (username)
		local ok, exists = db.call(name, username, db.instance);
		if not ok then return nil, exists; end
		if exists == nil then return nil, refused; end
		if not exists then return nil, "no such account"; end
		return true;
	end
end

provider.enable = lockout_call("enable_account", "The account is locked out by a directory");
provider.disable = lockout_call("disable_account", last_administrator);

--- Iterates over all names, page by page. Ends early if the database becomes unavailable.
function provider.users()
	local names, position = {}, 0;
	return function ()
		if position == #names then
			local ok, more = db.call("accounts", names[position], page);
			if not ok then return nil; end
			names, position = more, 0;
		end
		position = position + 1;
		return names[position];
	end
end

-- Between the challenge and the response the account may have been locked, deleted, or given another password.
local function check_again(handler, answer)
	local ok, account = look_up(handler.username);
	if not ok then
		handler.unavailable = true;
		return "failure";
	elseif not account then
		return "failure", "not-authorized";
	elseif account.locked then
		return "failure", "account-disabled";
	end
	local keys = account[handler.selected:find("SHA-256", 1, true) and "sha256" or "sha1"];
	if not keys or base64.decode(keys.stored_key) ~= handler.state.stored_key then return "failure", "not-authorized"; end
	handler.account = account;
	return "success", answer;
end

-- The stock mechanism fails on text that is not base64.
local function has_readable_proof(message)
	local proof = (message or ""):match(",p=(.*)$");
	return not proof or base64.decode(proof) ~= nil;
end

-- Like a stock handler, but aware of unavailable databases and changing accounts. Its profile and the connection
-- survive failed attempts: they are the channel binding. Successful ones leave the account that was looked up.
local function new_handler(profile)
	local handler = new_sasl(module.host, profile);
	local stock_mechanisms, stock_process = handler.mechanisms, handler.process;

	function handler:mechanisms()
		if not db.attached() then return {}; end
		local offered = stock_mechanisms(self);
		for _, field in ipairs(db.absent()) do
			for _, name in ipairs(mechanisms_of[field] or {}) do offered[name] = nil; end
		end
		return offered;
	end

	local add_channel_binding = handler.add_cb_handler;
	function handler:add_cb_handler(kind, get_data)
		if kind == "tls-exporter" and not offers_exporter then return self; end
		return add_channel_binding(self, kind, get_data);
	end

	function handler:process(message)
		self.unavailable, self.refusal = nil, nil;
		self.typed = self.selected == "PLAIN" and (message or ""):match("^[^%z]*%z[^%z]+%z([^%z]+)") or nil;
		local challenged = self.state ~= nil;
		if challenged and not has_readable_proof(message) then return "failure", "malformed-request"; end
		local status, answer, text = stock_process(self, message);
		if status == "success" and challenged then
			status, answer, text = check_again(self, answer);
		end
		if status == "failure" and self.unavailable then
			return status, "temporary-auth-failure", unavailable;
		end
		if status == "failure" and self.refusal then return status, self.refusal[1], self.refusal[2]; end
		return status, answer, text;
	end

	function handler:clean_clone()
		local clone = new_handler(self.profile);
		clone.userdata = self.userdata;
		return clone;
	end

	return handler;
end

local function scram(field)
	return function (handler, username)
		local ok, account = look_up(username);
		if not ok then
			handler.unavailable = true;
			return nil;
		end
		if not account then return nil; end
		local keys = account[field];
		if not keys then return nil; end
		return base64.decode(keys.stored_key), base64.decode(keys.server_key),
			keys.iterations, base64.decode(keys.salt), not account.locked;
	end
end

local function profile(session)
	return {
		scram_sha_1 = scram("sha1");
		scram_sha_256 = scram("sha256");
		plain_test = function (handler, username, password)
			local right, state, err, account, refusal = test(username, password, handler.typed, session);
			if err then handler.unavailable = true; end
			handler.account, handler.refusal = account, refusal;
			return right, state;
		end;
	};
end

function provider.get_sasl_handler(session)
	return new_handler(profile(session));
end

module:require "fast"(look_up, unavailable);
module:provides("auth", provider);
