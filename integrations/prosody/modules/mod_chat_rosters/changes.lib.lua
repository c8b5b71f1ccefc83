-- Takes over a roster as it was just read into the one that all sessions of its owner share, in place.

local function same_groups(a, b)
	for name in pairs(a) do
		if not b[name] then return false; end
	end
	for name in pairs(b) do
		if not a[name] then return false; end
	end
	return true;
end

local function same(a, b)
	return a.subscription == b.subscription and a.name == b.name and a.ask == b.ask and a.approved == b.approved
		and same_groups(a.groups, b.groups);
end

-- A contact who ends without subscription, but asks for one, is not pushed.
local function is_waiting(old, new, pending)
	return old and new and new.subscription == "none" and not new.ask and pending ~= nil;
end

--- Returns the changes: { jid, old, new, push }.
local function apply(roster, fresh)
	local metadata, changes = fresh[false], {};
	roster[false] = metadata;

	local function change(jid, new)
		changes[#changes + 1] = {
			jid = jid;
			old = roster[jid];
			new = new;
			push = not is_waiting(roster[jid], new, metadata.pending[jid]);
		};
	end

	for jid, item in pairs(fresh) do
		if jid and not (roster[jid] and same(roster[jid], item)) then change(jid, item); end
	end
	for jid in pairs(roster) do
		if jid and not fresh[jid] then change(jid, nil); end
	end
	for _, changed in ipairs(changes) do
		roster[changed.jid] = changed.new;
	end
	return changes;
end

return { apply = apply };
