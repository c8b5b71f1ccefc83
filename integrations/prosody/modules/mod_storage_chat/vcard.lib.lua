-- vCards (XEP-0054), one XML element per account, shared with the administration service.

local st = require "util.stanza";

local pictures = module:require "pictures";

local db = module:shared("/*/chat_database/api");

local keyval = {};

function keyval:get(username) -- luacheck: ignore 212/self
	local ok, xml = db.call("vcard", username);
	if not ok then return nil, xml; end
	if not xml then return nil; end
	local vcard, err = pictures.parse(username, xml);
	return vcard and st.preserialize(vcard), err;
end

function keyval:set(username, vcard) -- luacheck: ignore 212/self
	local stored, err = pictures.put_vcard(username, vcard and st.deserialize(vcard));
	if not stored then return nil, err; end
	module:fire_event("chat-vcard-changed", { username = username });
	return true;
end

return { keyval = keyval };
