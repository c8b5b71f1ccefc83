-- The pictures of people. The one in the vCard (XEP-0054) is the avatar of XEP-0084, too: what is told of it is kept beside
-- the vCard, and worked out when somebody else has written that.

local array = require "util.array";
local base64 = require "util.encodings".base64;
local cache = require "util.cache";
local parse_xml = require "util.xml".parse;
local sha1 = require "util.hashes".sha1;
local st = require "util.stanza";

local db = module:shared("/*/chat_database/api");
local pictures = module:shared("pictures");

local signatures = {
	{ "^\137PNG\r\n\26\n", "image/png" };
	{ "^\255\216\255", "image/jpeg" };
	{ "^GIF8[79]a", "image/gif" };
	{ "^RIFF....WEBP", "image/webp" };
};

-- By user name the hash that was told of last, empty for none.
local noted = cache.new(module:get_option_number("pep_info_cache_size", 10000));

local function type_of(bytes)
	for _, signature in ipairs(signatures) do
		if bytes:find(signature[1]) then return signature[2]; end
	end
end

-- What the API serves: of a known type by content, in base64 as RFC 4648 has it. Contract: extensions X-6
local function is_served(text, bytes)
	return #text % 4 == 0 and text:find("^[%w+/]+=?=?$") ~= nil and type_of(bytes) ~= nil;
end

-- Returns what is told of a picture, {} when there is none, and its base64 without white space.
local function describe(vcard)
	local photo = vcard and vcard:get_child("PHOTO");
	local text = photo and (photo:get_child_text("BINVAL") or ""):gsub("%s+", "") or "";
	local bytes = text ~= "" and base64.decode(text);
	if not bytes or bytes == "" then return {}; end
	local told = photo:get_child_text("TYPE");
	local kind = told and told:find("^image/[%w.+-]+$") and told or type_of(bytes) or "image/png";
	return { hash = sha1(bytes, true), bytes = #bytes, type = kind, served = is_served(text, bytes) }, text;
end

function pictures.parse(username, xml)
	local vcard, err = parse_xml(xml, { allow_comments = true, allow_processing_instructions = true });
	if vcard then return vcard; end
	module:log("error", "The vCard of %s cannot be read: %s", username, err);
	return nil, "not well-formed";
end

-- Returns the vCard, or nil and why it cannot be read.
local function read(username)
	local ok, xml = db.call("vcard", username);
	if not ok then return nil, xml; end
	if not xml then return nil; end
	return pictures.parse(username, xml);
end

--- `vcard` is a stanza, nil removes it.
function pictures.put_vcard(username, vcard)
	local picture = describe(vcard);
	local ok, stored = db.call("put_vcard", username, vcard and tostring(vcard), vcard and picture);
	if not ok then return nil, stored; end
	if not stored then return nil, "no such account"; end
	return picture;
end

local function look(username, state)
	local vcard, err = read(username);
	if err and err ~= "not well-formed" then return nil, err; end
	local picture = describe(vcard);
	db.call("put_picture", username, state, picture);
	return picture;
end

-- Nobody waits for the pictures that have not been looked at yet while somebody walks over all contacts.
local function look_later(username, state)
	module:add_timer(0, function ()
		if look(username, state) then module:fire_event("chat-vcard-changed", { username = username }); end
	end);
end

local function many(usernames)
	local ok, found = db.call("pictures", array(usernames));
	if not ok then return nil, found; end
	for username, picture in pairs(found) do
		if picture.unknown then
			look_later(username, picture.unknown);
			found[username] = nil;
		end
	end
	return found;
end

--- What is told of somebody's picture: { hash, bytes, type }. Otherwise nil, and why it cannot be told, if so.
function pictures.of(username)
	local known, picture, err = db.answer(username, many);
	if known then return picture, err; end
	local ok, found = db.call("pictures", array { username });
	if not ok then return nil, found; end
	picture = found[username];
	if picture and picture.unknown then
		picture, err = look(username, picture.unknown);
	end
	if picture and not picture.hash then return nil; end
	return picture, err;
end

--- Remembers which picture was told of, if any.
function pictures.note(username, picture)
	noted:set(username, picture and picture.hash or "");
end

--- Whether the picture is another one than the last that was told of, which may be forgotten.
function pictures.has_changed(username)
	local before = noted:get(username) or "";
	local picture, err = pictures.of(username);
	return not err and before ~= (picture and picture.hash or "");
end

--- The base64 of somebody's picture, and what is told of it.
function pictures.data(username)
	local vcard, err = read(username);
	if not vcard then return nil, err; end
	local picture, text = describe(vcard);
	return text, text and picture;
end

local function photo_of(text, kind)
	return st.stanza("PHOTO"):text_tag("TYPE", kind):text_tag("BINVAL", text);
end

-- Replaces what `change` makes of the PHOTO of the vCard. Writes nothing when that is what is there already.
local function replace_photo(username, change)
	local vcard, err = read(username);
	if err then return nil, err; end
	local picture, text = describe(vcard);
	local photo = change(picture, text);
	if photo == true then return true; end
	vcard = vcard or st.stanza("vCard", { xmlns = "vcard-temp" });
	vcard:maptags(function (tag)
		if tag.name ~= "PHOTO" then return tag; end
	end);
	if photo then vcard:add_direct_child(photo); end
	picture, err = pictures.put_vcard(username, vcard);
	if not picture then return nil, err; end
	pictures.note(username, picture); -- mod_pep tells what is published there
	return true;
end

--- Whether an element holds the base64 of something.
function pictures.is_picture(element)
	local bytes = element and base64.decode(((element:get_text() or ""):gsub("%s+", "")));
	return bytes ~= nil and bytes ~= "";
end

function pictures.put(username, text)
	local clean = text:gsub("%s+", "");
	local bytes = base64.decode(clean);
	if not bytes or bytes == "" then return nil, "not a picture"; end
	return replace_photo(username, function (picture)
		return picture.hash == sha1(bytes, true) or photo_of(clean, type_of(bytes) or "image/png");
	end);
end

--- Says which kind of picture it is, if it is still that one.
function pictures.set_type(username, hash, kind)
	return replace_photo(username, function (picture, text)
		return picture.hash ~= hash or picture.type == kind or photo_of(text, kind);
	end);
end

--- `hash`: only that one.
function pictures.remove(username, hash)
	return replace_photo(username, function (picture)
		return not picture.hash or hash ~= nil and picture.hash ~= hash;
	end);
end

return pictures;
