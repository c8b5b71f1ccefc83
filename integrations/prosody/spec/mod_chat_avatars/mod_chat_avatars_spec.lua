local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local metadata, data = "urn:xmpp:avatar:metadata", "urn:xmpp:avatar:data";
local update = "vcard-temp:x:update";

describe("one avatar", function ()
	local world, service, picture, trouble, changed, last, told, published;

	before_each(function ()
		picture, trouble, changed, last, told, published = nil, nil, true, nil, {}, {};
		service = {
			nodes = {};
			data = {};
			node_defaults = { access_model = "presence", max_items = 1 };
			config = { itemstore = function (config, name) return name .. " " .. config.access_model; end };
			may = function (_, _, actor) return actor == "ann@example.org"; end;
			publish = function (self, name) table.insert(published, { name, self.nodes[name] ~= nil }); return true; end;
			get_last_item = function () return true, last and "1", last; end;
			broadcast = function (_, kind, name, _, item) table.insert(told, { kind, name, item }); end;
		};
		world = pretended("mod_chat_avatars", {
			depends = { pep = { get_pep_service = function () return service; end } };
			shared = { ["storage_chat/pictures"] = {
				of = function () return picture, trouble; end;
				has_changed = function () return changed; end;
				is_picture = function (element) return element ~= nil and element:get_text() == "picture"; end;
			} };
		});
		world.load();
		world.add_item("pep-service", { service = service });
	end);

	local function item(text) return st.stanza("item"):tag("data", { xmlns = data }):text(text):reset(); end
	local function presence(attr) return st.stanza("presence", attr); end
	local function sent(stanza)
		world.fire("pre-presence/bare", { origin = { username = "ann" }, stanza = stanza });
		return stanza:get_child("x", update);
	end

	it("has both nodes, open, as the vCard is", function ()
		for _, name in ipairs { metadata, data } do
			assert.equal("open", service.nodes[name].config.access_model);
			assert.equal(1, service.nodes[name].config.max_items);
			assert.equal(name .. " open", service.data[name]);
		end
	end);

	it("leaves a node that there is already", function ()
		local own = { name = data };
		service.nodes = { [data] = own };
		world.add_item("pep-service", { service = service });
		assert.equal(own, service.nodes[data]);
		assert.equal("open", service.nodes[metadata].config.access_model);
	end);

	it("is published with the options of the client only where its owner does that first", function ()
		service:publish(data, "eve@example.org", "1", item("picture"), {});
		service:publish(data, "ann@example.org", "1", item("picture"), {});
		assert.same({ { data, true }, { data, true } }, published);
		service:publish(metadata, "ann@example.org", "1", item("picture"), {});
		assert.same({ metadata, false }, published[3]);
	end);

	it("has to be a picture", function ()
		assert.same({ nil, "invalid-item" }, { service:publish(data, "ann@example.org", "1", item("text")) });
		assert.same({ nil, "invalid-item" }, { service:publish(data, "ann@example.org", "1") });
		assert.same({}, published);
	end);

	it("is told to those who want to know, when it is another one", function ()
		last = item("picture");
		world.fire("chat-vcard-changed", { username = "ann" });
		assert.same({ { "items", metadata, last } }, told);
		changed = false;
		world.fire("chat-vcard-changed", { username = "ann" });
		assert.equal(1, #told);
	end);

	it("is told of as empty when there is none any more", function ()
		world.fire("chat-vcard-changed", { username = "ann" });
		assert.same({}, told[1][3]:get_child("metadata", metadata).tags);
	end);

	it("has its hash in every presence, empty for none", function ()
		picture = { hash = "abc" };
		assert.equal("abc", sent(presence()):get_child_text("photo"));
		picture = nil;
		assert.equal("", sent(presence()):get_child_text("photo"));
	end);

	it("fills what a client leaves open, and leaves what it says", function ()
		picture = { hash = "abc" };
		assert.equal("abc", sent(presence():tag("x", { xmlns = update }):reset()):get_child_text("photo"));
		local own = presence():tag("x", { xmlns = update }):text_tag("photo", "own"):reset();
		assert.equal("own", sent(own):get_child_text("photo"));
		assert.equal(1, #own:get_child("x", update).tags);
	end);

	it("is in no other presence, and in none while nobody knows it", function ()
		assert.is_nil(sent(presence({ type = "unavailable" })));
		trouble = "away";
		assert.is_nil(sent(presence()));
	end);
end);
