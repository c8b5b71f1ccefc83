-- The node urn:xmpp:avatar:metadata of everybody: one item, what is told of the picture in the vCard.

local st = require "util.stanza";
local pictures = module:require "pictures";

local archive = {};

function archive:find(username, query) -- luacheck: ignore 212/self
	local key = query and query.key;
	local picture, err = pictures.of(username);
	if err then return nil, err; end
	pictures.note(username, picture);
	return function ()
		if not picture or key and key ~= picture.hash then return nil; end
		local hash = picture.hash;
		local item = st.stanza("metadata", { xmlns = "urn:xmpp:avatar:metadata" })
			:tag("info", { id = hash, bytes = tostring(picture.bytes), type = picture.type }):reset();
		picture = nil;
		return hash, item, os.time(), username .. "@" .. module.host;
	end;
end

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

function archive:delete(username, query) -- luacheck: ignore 212/self
	if query and query.truncate then return true; end
	return pictures.remove(username, query and query.key);
end

return { archive = archive };
