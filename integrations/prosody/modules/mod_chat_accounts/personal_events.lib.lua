-- mod_pep keeps what it has read of an account, its nodes among it, for as long as it runs. A later account of the same name
-- brings nodes of its own, so what is kept has to go. It is out of reach but for the function that fills it.

local modulemanager = require "core.modulemanager";

local host = module.host;

local function kept_by(f)
	local kept = {};
	for index = 1, math.huge do
		local name, value = debug.getupvalue(f, index);
		if not name then return kept; end
		kept[name] = value;
	end
end

--- Nothing that is stored changes.
return function (username)
	local pep = modulemanager.get_module(host, "pep");
	if not pep then return; end
	local kept = type(pep.get_pep_service) == "function" and kept_by(pep.get_pep_service) or {};
	local services, items = kept.services, kept.pep_service_items;
	if not services or not items then
		modulemanager.reload(host, "pep");
		return;
	end
	services[username] = nil;
	local item = items[username];
	items[username] = nil;
	if item then pep.module:remove_item("pep-service", item); end
end
