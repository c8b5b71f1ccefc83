-- A periodic task that raises an error ends the timer of mod_cron, and with it all tasks until the next restart. Those of
-- the domain read stores, which raise errors while there is no database: they are skipped then, and are due once it is back.

local missed = {};

module:hook_global("chat-database-attached", function ()
	for task in pairs(missed) do
		missed[task] = nil;
		task.last = nil; -- mod_cron believes that it has run
	end
end);

return function (is_attached)
	local originals = {};

	local function added(event)
		local task = event.item;
		local run = task.run;
		originals[task] = run;
		function task.run(...)
			if is_attached() then
				local ok, err = pcall(run, ...);
				if ok then return; end
				module:log("error", "The periodic task %s failed: %s", task.id or task.name, err);
				if is_attached() then return; end
			end
			missed[task] = true;
		end
	end

	local function removed(event)
		local task = event.item;
		task.run, originals[task], missed[task] = originals[task], nil, nil;
	end

	module:handle_items("task", added, removed, true);
end;
