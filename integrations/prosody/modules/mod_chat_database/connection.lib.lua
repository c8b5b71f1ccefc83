-- One connection to PostgreSQL. Every call blocks the whole server, so everything is limited: connecting, waiting
-- for a lock, running a statement, and waiting for a vanished peer.

local DBI = module:require "kept_handles";
local for_xml = module:require "xml_characters";
local json = require "util.json";
local pack, unpack = table.pack, table.unpack;

local limits = {
	connect_timeout = "2";
	tcp_user_timeout = "3000";
	keepalives_idle = "10";
	keepalives_interval = "3";
	keepalives_count = "3";
	application_name = "prosody";
};

-- The last of them end the session at the server within five seconds of a cut: with it ends the lock of
-- engine.hello, for which nobody else is admitted, not even this server itself.
local session_settings = [[select
	set_config('statement_timeout', '2000', false), set_config('lock_timeout', '1000', false),
	set_config('idle_in_transaction_session_timeout', '2000', false), set_config('client_encoding', 'UTF8', false),
	set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
	set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '5000', false)]];

local function percent_encoded(byte)
	return ("%%%02X"):format(byte:byte());
end

--- Adds a setting to a connection string of either libpq form, where the last one counts.
local function with_setting(conninfo, name, value)
	if conninfo:find("^postgres%w*://") then
		local encoded = value:gsub("[^%w._-]", percent_encoded);
		return conninfo .. (conninfo:find("?", 1, true) and "&" or "?") .. name .. "=" .. encoded;
	end
	return ("%s %s='%s'"):format(conninfo, name, (value:gsub("[\\']", "\\%0")));
end

--- Adds limits; explicit ones take precedence.
local function with_limits(conninfo)
	for name, value in pairs(limits) do
		if not conninfo:find(name .. "%s*=") then conninfo = with_setting(conninfo, name, value); end
	end
	return conninfo;
end

-- PostgreSQL adds details, with values, in further lines.
local function first_line(err)
	return (tostring(err):gsub("^ERROR:%s*", ""):match("^[^\r\n]*"));
end

local function parameter(value)
	if type(value) == "table" then
		return json.encode(value);
	elseif math.type(value) == "float" then
		return math.tointeger(value) or value; -- LuaDBI writes 7.0, which is no integer to PostgreSQL
	end
	return value;
end

local connection = {};
local connection_mt = { __index = connection };

--- Calls one function of the contract. Returns true and the value, or false and the reason.
function connection:call(fn, ...)
	local arguments = pack(...);
	for i = 1, fn.parameters do
		arguments[i] = parameter(arguments[i]);
	end
	local ran, done, value = pcall(function ()
		local statement, err = self.prepared[fn];
		if not statement then
			statement, err = self.handle:prepare(fn.sql);
			if not statement then return false, err; end
			self.prepared[fn] = statement;
		end
		local ok, why = statement:execute(unpack(arguments, 1, fn.parameters));
		if not ok then return false, why; end
		local row = statement:fetch(false);
		return true, row and row[1];
	end);
	if not ran then return false, first_line(done); end
	if not done then return false, first_line(value); end
	if fn.json and value ~= nil then
		local decoded, err = json.decode(value);
		if err then return false, "answer is not JSON"; end
		return true, for_xml(decoded, value);
	end
	return true, value;
end

--- Whether the connection has survived the last call. Does not ask the server.
function connection:alive()
	local ok, alive = pcall(self.handle.ping, self.handle);
	return ok and alive;
end

local nothing = { sql = "select 1", parameters = 0 };

--- Asks the server.
function connection:answers()
	return (self:call(nothing));
end

function connection:close()
	for _, statement in pairs(self.prepared) do
		pcall(statement.close, statement);
	end
	self.prepared = {};
	pcall(self.handle.close, self.handle);
end

--- Returns a connection, or nil and the reason. Blocks for up to two seconds without an answer.
local function connect(conninfo)
	local ran, handle, err = pcall(DBI.Connect, "PostgreSQL", with_limits(conninfo));
	if not ran then return nil, first_line(handle); end
	if not handle then return nil, first_line(err); end
	handle:autocommit(true);
	local self = setmetatable({ handle = handle, prepared = {} }, connection_mt);
	local ok, why = self:call({ sql = session_settings, parameters = 0 });
	if not ok then
		self:close();
		return nil, why;
	end
	return self;
end

return { connect = connect, with_setting = with_setting };
