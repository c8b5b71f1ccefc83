-- The node urn:xmpp:avatar:data of everybody: one item, the picture in the vCard.

local st = require "util.stanza";
local pictures = module:require "pictures";

local archive = {};

function archive:find(username, query) -- luacheck: ignore 212/self
	local key = query and query.key;
	local text, picture = pictures.data(username);
	if not text and picture then return nil, picture; end
	return function ()
		if not text or key and key ~= picture.hash then return nil; end
		local item = st.stanza("data", { xmlns = "urn:xmpp:avatar:data" }):text(text);
		text = nil;
		return picture.hash, item, os.time(), username .. "@" .. module.host;
	end;
end

function archive:append(username, key, item) -- luacheck: ignore 212/self
	local ok, err = pictures.put(username, item:get_text() or "");
	return ok and key, err;
end

function archive:delete(username, query) -- luacheck: ignore 212/self
	if query and query.truncate then return true; end
	return pictures.remove(username, query and query.key);
end

return { archive = archive };
