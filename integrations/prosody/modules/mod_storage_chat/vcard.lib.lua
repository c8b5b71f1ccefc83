-- vCards (XEP-0054), one XML element for each account, as the administration service shows it.

local st = require "util.stanza";
local parse_xml = require "util.xml".parse;

local db = module:shared("/*/chat_database/api");

local keyval = {};

function keyval:get(username) -- luacheck: ignore 212/self
	local ok, xml = db.call("vcard", username);
	if not ok then return nil, xml; end
	if not xml then return nil; end
	local vcard, err = parse_xml(xml, { allow_comments = true, allow_processing_instructions = true });
	if not vcard then
		module:log("error", "The vCard of %s cannot be read: %s", username, err);
		return nil, "not well-formed";
	end
	return st.preserialize(vcard);
end

function keyval:set(username, vcard) -- luacheck: ignore 212/self
	local ok, stored = db.call("put_vcard", username, vcard and tostring(st.deserialize(vcard)));
	if not ok then return nil, stored; end
	if not stored then return nil, "no such account"; end
	return true;
end

return { keyval = keyval };
