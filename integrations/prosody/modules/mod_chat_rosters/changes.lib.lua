-- Merges a freshly read roster into the one shared by all sessions of its owner, in place.

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
	return a.subscription == b.subscription and a.name == b.name and a.ask == b.ask and a.approved == b.approved and a.hidden == b.hidden
		and same_groups(a.groups, b.groups);
end

local function is_shown(item)
	return item and not item.hidden;
end

-- A contact who has no subscription but requests one is not pushed.
local function is_waiting(old, new, pending)
	return old and new and new.subscription == "none" and not new.ask and pending ~= nil;
end

--- Returns the changes: { jid, old, new, push }. `contacts`: those covered by `fresh`; nil: all.
local function apply(roster, fresh, contacts)
	local metadata, changes = fresh[false], {};
	roster[false] = metadata;

	local function compare(jid)
		local old, new = roster[jid], fresh[jid];
		if old == new or old and new and same(old, new) then return; end
		local push = (is_shown(old) or is_shown(new)) and not is_waiting(old, new, metadata.pending[jid]);
		changes[#changes + 1] = { jid = jid, old = old, new = new, push = push };
	end

	if contacts then
		for _, jid in ipairs(contacts) do compare(jid); end
	else
		for jid in pairs(fresh) do
			if jid then compare(jid); end
		end
		for jid in pairs(roster) do
			if jid and not fresh[jid] then compare(jid); end
		end
	end
	for _, changed in ipairs(changes) do
		roster[changed.jid] = changed.new;
	end
	return changes;
end

return { apply = apply };
