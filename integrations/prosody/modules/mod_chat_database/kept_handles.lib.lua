-- LuaDBI crashes the process if a connection is collected before its prepared statements, which the stock SQL
-- storage allows after a lost connection. So connections of this process are never collected; broken ones are
-- closed when the next one is opened.

-- Loads the drivers of LuaDBI, which set globals; later, at the first query, that would be refused.
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
