-- Whether a PostgreSQL server answers, without waiting for it: LuaDBI would block the server while it connects to
-- an unresponsive host.

local connect = require "net.connect".connect;
local new_resolver = require "net.resolvers.basic".new;
local timer = require "util.timer";
local url_parse = require "socket.url".parse;

local timeout = 2; -- seconds
local ssl_request = ("\0\0\0\8\4\210\22\47"); -- any server says in one byte whether it speaks TLS

local function field(conninfo, name)
	local found = (" " .. conninfo):match("%s" .. name .. "%s*=%s*'?([^'%s]+)");
	return found;
end

--- Host and port of a connection string; nil for Unix sockets and for several hosts.
local function address(conninfo)
	local host, port;
	if conninfo:find("^postgres%w*://") then
		local url = url_parse(conninfo);
		host, port = url.host, url.port;
	else
		host, port = field(conninfo, "hostaddr") or field(conninfo, "host"), field(conninfo, "port");
	end
	port = tonumber(port or 5432);
	if not host or not port or host:find("[/,%%]") then return nil; end
	return host, port;
end

--- Calls back with true if the server is unresponsive, with false if it answers, refuses, or cannot be checked like
-- this.
return function (conninfo, callback)
	local host, port = address(conninfo);
	if not host then return callback(false); end
	local conn, asking;
	local finished = false;
	local function finish(silent)
		if finished then return; end
		finished = true;
		timer.stop(asking);
		if conn then conn:close(); end
		callback(silent);
	end
	asking = timer.add_task(timeout, function () finish(true); end);
	connect(new_resolver(host, port, "tcp"), {
		onconnect = function (connected)
			conn = connected;
			if finished then return conn:close(); end
			conn:write(ssl_request);
		end;
		onincoming = function () finish(false); end;
		ondisconnect = function () finish(false); end;
		onfail = function () finish(false); end;
	});
end
