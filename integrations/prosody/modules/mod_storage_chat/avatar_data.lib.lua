-- The node urn:xmpp:avatar:data of everybody: the picture itself.

local st = require "util.stanza";
local avatar_node = module:require "avatar_node";
local pictures = module:require "pictures";

local archive = avatar_node(function (username)
	local text, picture = pictures.data(username);
	if not text then return nil, picture; end
	return { hash = picture.hash, element = st.stanza("data", { xmlns = "urn:xmpp:avatar:data" }):text(text) };
end);

function archive:append(username, key, item) -- luacheck: ignore 212/self
	local ok, err = pictures.put(username, item:get_text() or "");
	return ok and key, err;
end

return { archive = archive };
