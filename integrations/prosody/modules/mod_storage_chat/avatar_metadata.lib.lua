-- The node urn:xmpp:avatar:metadata of everybody: what is told of the picture.

local st = require "util.stanza";
local avatar_node = module:require "avatar_node";
local pictures = module:require "pictures";

local archive = avatar_node(function (username)
	local picture, err = pictures.of(username);
	if err then return nil, err; end
	pictures.note(username, picture);
	if not picture then return nil; end
	return {
		hash = picture.hash;
		element = st.stanza("metadata", { xmlns = "urn:xmpp:avatar:metadata" })
			:tag("info", { id = picture.hash, bytes = tostring(picture.bytes), type = picture.type }):reset();
	};
end);

-- Nothing is told of pictures that lie elsewhere (`url`). No `info`: there is no picture any more.
function archive:append(username, key, item) -- luacheck: ignore 212/self
	local ok, err = true, nil;
	if not item:get_child("info") then
		ok, err = pictures.remove(username);
	end
	for info in item:childtags("info") do
		if ok and not info.attr.url and info.attr.id and info.attr.type then
			ok, err = pictures.set_type(username, info.attr.id, info.attr.type);
		end
	end
	return ok and key, err;
end

return { archive = archive };
