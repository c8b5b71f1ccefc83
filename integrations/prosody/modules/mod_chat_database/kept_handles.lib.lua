-- LuaDBI crashes the process when a connection is collected before the statements that were prepared on it, which is what
-- the stock SQL storage lets happen after a lost connection. So no connection of this process is ever collected; the ones
-- that are broken are closed when the next one is made.

-- Loads the drivers of LuaDBI, which set globals; a driver that is loaded later, by the first query, may not.
require "util.sql";
local DBI = require "DBI";

local handles = module:shared("/*/chat_database/handles");

local function close_broken()
	for _, handle in ipairs(handles) do
		local ok, alive = pcall(handle.ping, handle);
		if not (ok and alive) then pcall(handle.close, handle); end
	end
end

if not handles.connect then
	handles.connect = DBI.Connect;
	function DBI.Connect(...)
		close_broken();
		local handle, err = handles.connect(...);
		if handle then handles[#handles + 1] = handle; end
		return handle, err;
	end
end

return DBI;
