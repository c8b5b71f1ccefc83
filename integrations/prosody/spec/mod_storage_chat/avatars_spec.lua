local pretended = require "spec.support.pretended_module";
local base64 = require "util.encodings".base64;
local parse_xml = require "util.xml".parse;
local sha1 = require "util.hashes".sha1;
local st = require "util.stanza";

local png, gif = "\137PNG\r\n\26\nann", "GIF89a-ann";

local function vcard(bytes, kind)
	local photo = st.stanza("PHOTO"):text_tag("BINVAL", base64.encode(bytes));
	if kind then photo:text_tag("TYPE", kind); end
	return tostring(st.stanza("vCard", { xmlns = "vcard-temp" }):text_tag("FN", "Ann"):add_child(photo));
end

local function data_of(bytes)
	return st.stanza("data", { xmlns = "urn:xmpp:avatar:data" }):text(base64.encode(bytes));
end

local function metadata_of(...)
	local element = st.stanza("metadata", { xmlns = "urn:xmpp:avatar:metadata" });
	for _, attr in ipairs { ... } do
		element:tag("info", attr):up();
	end
	return element;
end

describe("the avatar of somebody", function ()
	local world, stored, told, calls, away, data, metadata, pictures;

	-- The database: the vCard of ann (`stored`) and what is told of her picture (`told`, nil before anybody looked).
	local database = {
		vcard = function () return stored; end;
		put_vcard = function (_, xml, picture) stored, told = xml, picture; return true; end;
		put_picture = function (_, _, picture) told = picture; return true; end;
		pictures = function () return { ann = stored and (told or { unknown = "1" }) }; end;
	};

	before_each(function ()
		stored, told, calls, away = nil, nil, {}, false;
		world = pretended("mod_storage_chat", {
			options = { pep_info_cache_size = 10 };
			shared = { ["/*/chat_database/api"] = {
				call = function (name, ...)
					if away then return false, "away"; end
					table.insert(calls, name);
					return true, database[name](...);
				end;
				answer = function () return false; end;
			} };
		});
		data = world.library("avatar_data").archive;
		metadata = world.library("avatar_metadata").archive;
		pictures = world.library("pictures");
	end);

	-- The ids and elements of a node.
	local function items(archive, query)
		local seen = {};
		for id, element, _, publisher in assert(archive:find("ann", query)) do
			assert.equal("ann@example.org", publisher);
			table.insert(seen, { id, element });
		end
		return seen;
	end
	local function photo()
		local element = parse_xml(stored):get_child("PHOTO");
		return element and { element:get_child_text("TYPE"), base64.decode(element:get_child_text("BINVAL")) };
	end
	local function info() return items(metadata)[1][2]:get_child("info").attr; end

	it("is the picture of the vCard, with its hash, size and type", function ()
		stored = vcard(png);
		local hash = sha1(png, true);
		local found = items(data);
		assert.equal(1, #found);
		assert.equal(hash, found[1][1]);
		assert.equal(base64.encode(png), found[1][2]:get_text());
		assert.equal(hash, items(metadata)[1][1]);
		assert.same({ id = hash, bytes = tostring(#png), type = "image/png" }, info());
	end);

	it("has the type that the vCard says, or else the one of its bytes", function ()
		stored = vcard(gif);
		assert.equal("image/gif", info().type);
		stored, told = vcard(gif, "image/x-own"), nil;
		assert.equal("image/x-own", info().type);
		stored, told = vcard(gif, "text/html"), nil;
		assert.equal("image/gif", info().type);
	end);

	it("is looked at once, and what was seen is stored", function ()
		stored = vcard(png);
		items(metadata);
		assert.same({ "pictures", "vcard", "put_picture" }, calls);
		items(metadata);
		assert.same({ "pictures", "vcard", "put_picture", "pictures" }, calls);
	end);

	it("is noted as served by the API when its content has a known type, in complete base64", function ()
		local function noted(binval)
			told = nil;
			stored = "<vCard xmlns='vcard-temp'><PHOTO><TYPE>image/png</TYPE><BINVAL>" .. binval .. "</BINVAL></PHOTO></vCard>";
			pictures.of("ann");
			return told.served;
		end
		assert.is_true(noted(base64.encode(png)));
		assert.is_true(noted(" " .. base64.encode(gif) .. "\n"));
		assert.is_false(noted(base64.encode("<svg/>")));
		assert.is_nil(noted("!"));
	end);

	it("is found by its hash alone", function ()
		stored = vcard(png);
		for _, node in ipairs { data, metadata } do
			assert.equal(1, #items(node, { key = sha1(png, true) }));
			assert.same({}, items(node, { key = sha1(gif, true) }));
		end
	end);

	it("is none without a vCard, a picture, or bytes that can be read", function ()
		for _, xml in ipairs { false, "<vCard xmlns='vcard-temp'/>", vcard(""), "<vCard" } do
			stored, told = xml or nil, nil;
			assert.same({}, items(metadata));
		end
		stored = "<vCard xmlns='vcard-temp'/>";
		assert.same({}, items(data));
	end);

	it("cannot be told while the database is away", function ()
		away = true;
		assert.same({ nil, "away" }, { data:find("ann") });
		assert.same({ nil, "away" }, { metadata:find("ann") });
		assert.same({ nil, "away" }, { data:append("ann", "1", data_of(png)) });
		assert.same({ nil, "away" }, { data:delete("ann") });
	end);

	it("is written into the vCard, beside what else that has", function ()
		stored = vcard(gif);
		assert.equal("1", data:append("ann", "1", data_of(png)));
		assert.same({ "image/png", png }, photo());
		assert.equal("Ann", parse_xml(stored):get_child_text("FN"));
		assert.equal("1", metadata:append("ann", "1", metadata_of({ id = sha1(png, true), type = "image/x-own" })));
		assert.same({ "image/x-own", png }, photo());
	end);

	it("makes a vCard where there is none", function ()
		assert.equal("1", data:append("ann", "1", data_of(png)));
		assert.same({ "image/png", png }, photo());
	end);

	it("is not written again when it is there already", function ()
		stored = vcard(png, "image/png");
		data:append("ann", "1", data_of(png));
		metadata:append("ann", "1", metadata_of({ id = sha1(png, true), type = "image/png" }));
		metadata:append("ann", "1", metadata_of({ id = sha1(gif, true), type = "image/gif" }));
		metadata:append("ann", "1", metadata_of({ id = sha1(png, true), type = "image/gif", url = "https://example.org/a" }));
		data:delete("ann", { key = sha1(gif, true) });
		data:delete("ann", { truncate = 1 });
		assert.same({ "vcard", "vcard", "vcard", "vcard" }, calls);
	end);

	it("has to be base64 of something", function ()
		assert.same({ nil, "not a picture" }, { data:append("ann", "1", st.stanza("data"):text("~")) });
		assert.same({ nil, "not a picture" }, { data:append("ann", "1", st.stanza("data")) });
		assert.is_true(pictures.is_picture(data_of(png)));
		assert.is_false(pictures.is_picture(st.stanza("data")));
		assert.is_false(pictures.is_picture(nil));
	end);

	it("is removed with either node, and by metadata without any", function ()
		for _, remove in ipairs {
			function () return data:delete("ann", { key = sha1(png, true) }); end;
			function () return metadata:delete("ann"); end;
			function () return metadata:append("ann", "1", metadata_of()); end;
		} do
			stored = vcard(png);
			assert.is_truthy(remove());
			assert.is_nil(photo());
			assert.equal("Ann", parse_xml(stored):get_child_text("FN"));
		end
	end);

	it("has changed when it is another one than was told of last", function ()
		assert.is_false(pictures.has_changed("ann"));
		stored = vcard(png);
		assert.is_true(pictures.has_changed("ann"));
		items(metadata);
		assert.is_false(pictures.has_changed("ann"));
		stored, told = nil, nil;
		assert.is_true(pictures.has_changed("ann"));
		away = true;
		assert.is_false(pictures.has_changed("ann"));
	end);
end);
