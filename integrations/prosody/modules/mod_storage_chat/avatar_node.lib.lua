-- The archive store of a node of somebody's avatar: one item, made out of the picture in the vCard.

local pictures = module:require "pictures";

--- `item_of(username)` returns the item, { hash, element }. Otherwise nil, and why it cannot be told, if so.
return function (item_of)
	local archive = {};

	function archive:find(username, query) -- luacheck: ignore 212/self
		local item, err = item_of(username);
		if err then return nil, err; end
		local key = query and query.key;
		if item and key and key ~= item.hash then item = nil; end
		return function ()
			if not item then return nil; end
			local found = item;
			item = nil;
			return found.hash, found.element, os.time(), username .. "@" .. module.host;
		end;
	end

	function archive:delete(username, query) -- luacheck: ignore 212/self
		if query and query.truncate then return true; end
		return pictures.remove(username, query and query.key);
	end

	return archive;
end
