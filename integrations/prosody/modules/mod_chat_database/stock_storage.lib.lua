-- The stock SQL storage of the domain lies in the same database and has no circuit breaker: while the database is away each
-- of its calls would connect anew and keep everybody waiting. Now it connects only while there is a database. Other hosts
-- may have databases of their own.

local configmanager = require "core.configmanager";
local sql = require "util.sql";

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

--- Returns what takes the guard away again.
return function (is_attached)
	function engine:connect()
		if not self.conn and not is_attached() and is_of_the_domain(self.params) then return nil, "no database at the moment"; end
		return connect(self);
	end

	return function () engine.connect = connect; end;
end
