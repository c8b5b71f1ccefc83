-- The stock SQL storage lies in the same database and has no circuit breaker: while the database is away each of its calls
-- would connect anew and keep everybody waiting. Now it connects only while there is a database.

local sql = require "util.sql";

-- The class of all engines can be had from an instance only; this one never connects.
local engine = getmetatable(sql:create_engine({ driver = "none", database = "none" })).__index;
local connect = engine.connect;

--- Returns what takes the guard away again.
return function (is_attached)
	function engine:connect()
		if not self.conn and not is_attached() then return nil, "no database at the moment"; end
		return connect(self);
	end

	return function () engine.connect = connect; end;
end
