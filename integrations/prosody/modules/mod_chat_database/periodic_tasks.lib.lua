-- A periodic task that raises an error ends the timer of mod_cron, and with it all tasks of all hosts until the next
-- restart. Stock tasks read stores, which raise errors while there is no database.

return function (is_attached)
	local missed = {};

	module:hook_global("chat-database-attached", function ()
		for task in pairs(missed) do
			missed[task] = nil;
			task.last = nil; -- mod_cron believes that it has run
		end
	end);

	local function added(event)
		local task = event.item;
		local run = task.run;
		function task.run(...)
			local ok, err = pcall(run, ...);
			if not ok then module:log("warn", "The periodic task %s failed: %s", task.id or task.name, err); end
			if not is_attached() then missed[task] = true; end
		end
	end

	local function removed(event)
		missed[event.item] = nil;
	end

	local function watch(host)
		module:context(host):handle_items("task", added, removed, true);
	end

	for host in pairs(prosody.hosts) do watch(host); end
	module:hook_global("host-activated", watch);
end;
