-- The stock SQL storage of the domain lies in the same database and has no circuit breaker: while the database is away each
-- of its calls would connect anew and keep everybody waiting. Now it connects only while there is a database. Other hosts
-- may have databases of their own.

local configmanager = require "core.configmanager";
local sql = require "util.sql";

local with_setting = module:require "connection".with_setting;

-- The class of all engines is only accessible through an instance; this one never connects.
local engine = getmetatable(sql:create_engine({ driver = "none", database = "none" })).__index;
local connect = engine.connect;

local function is_of_the_domain(params)
	for host in pairs(configmanager.getconfig()) do
		local database = configmanager.get(host, "authentication") == "chat" and configmanager.get(host, "sql");
		if database and database.database == params.database then return true; end
	end
	return false;
end

local function connect_as(node, self)
	local params = self.params;
	self.params = setmetatable({ database = with_setting(params.database, "application_name", node) }, { __index = params });
	local ran, ok, err = pcall(connect, self);
	self.params = params;
	if not ran then return nil, ok; end
	return ok, err;
end

--- Its sessions have the name of this server, so that they end with its lease; `confirm` is called when one has been opened,
-- since the lease may have ended before. Returns what takes the guard away again.
return function (is_attached, node, confirm)
	function engine:connect()
		if self.conn or not is_of_the_domain(self.params) then return connect(self); end
		if not is_attached() then return nil, "no database at the moment"; end
		local ok, err = connect_as(node, self);
		if ok then confirm(); end
		return ok, err;
	end

	return function () engine.connect = connect; end;
end
