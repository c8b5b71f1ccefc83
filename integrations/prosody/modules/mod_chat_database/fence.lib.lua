-- Keeps a chat server that another one has replaced from doing anything more. A lease is good for as long as it says since the
-- last renewal was asked for; after that, whatever arrives first waits until the database has confirmed it. A process or a
-- machine that stood still so notices before it reads what was sent to it meanwhile: either of the two clocks is enough.

local add_filter = require "util.filters".add_filter;
local add_filter_hook = require "util.filters".add_filter_hook;
local remove_filter_hook = require "util.filters".remove_filter_hook;

local replaced = 75; -- EX_TEMPFAIL: the service manager starts it anew, and it waits

--- `confirm()` asks the database. Returns
---   renewed(m, w)  the lease was renewed, which was asked for at these times
---   check()        returns once nothing is known against serving
---   leave(reason)  ends the process at once: whatever is orderly takes time, or sends something
return function (lease, monotonic, wall, confirm)
	local since_m, since_w;

	local function check()
		if not since_m then return; end
		local m, w = monotonic(), wall();
		if m - since_m <= lease and w - since_w <= lease then return; end
		since_m, since_w = m, w;
		confirm();
	end

	local function filtered(stanza)
		check();
		return stanza;
	end

	local function watch(session)
		add_filter(session, "stanzas/in", filtered, 1000);
	end
	add_filter_hook(watch);

	return {
		check = check;
		renewed = function (m, w) since_m, since_w = m, w; end;
		leave = function (reason)
			module:log("error", "%s; this server ends (exit status %d)", reason, replaced);
			os.exit(replaced);
		end;
		unload = function () remove_filter_hook(watch); end;
	};
end
