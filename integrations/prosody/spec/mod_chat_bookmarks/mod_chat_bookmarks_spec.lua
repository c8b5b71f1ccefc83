local pretended = require "spec.support.pretended_module";
local jid_bare = require "util.jid".bare;
local parse = require "util.xml".parse;
local pubsub = require "util.pubsub";
local set = require "util.set";
local st = require "util.stanza";

local node, document = "urn:xmpp:bookmarks:1", "storage:bookmarks";
local xmlns_pubsub = "http://jabber.org/protocol/pubsub";
local desk, phone, old_phone = "ann@example.org/desk", "ann@example.org/phone", "ann@example.org/old";

-- As mod_pep stores items: the newest first, and no more than a number, which is looked at when one is written.
local function item_store(list, most)
	local store = {};
	local function remove(id)
		for index = #list, 1, -1 do
			if list[index].id == id then table.remove(list, index); end
		end
	end
	function store:items() -- luacheck: ignore 212/self
		local index = 0;
		return function ()
			index = index + 1;
			local found = index <= most and list[index];
			if found then return found.id, found.item; end
		end;
	end
	function store:get(id)
		for key, item in self:items() do
			if key == id then return item; end
		end
	end
	function store:head() return self:items()(); end
	function store:set(id, item) -- luacheck: ignore 212/self
		if list.full then return nil, "full"; end
		remove(id);
		if item then table.insert(list, 1, { id = id, item = item }); end
		for index = #list, most + 1, -1 do list[index] = nil; end
		return true;
	end
	function store:clear() -- luacheck: ignore 212/self
		for index in ipairs(list) do list[index] = nil; end
		return true;
	end
	function store:resize(number) most = number; return self; end
	return store;
end

describe("bookmarks", function ()
	local world, service, kept, nodes, stores, told, wanting, reads, trouble, enabled;

	local function load_world()
		local sessions = {};
		for _, jid in ipairs { desk, phone, old_phone } do
			sessions[jid] = { username = "ann", full_jid = jid, send = function (stanza) table.insert(world.sent, stanza); end };
		end
		world = pretended("mod_chat_bookmarks", {
			prosody = { full_sessions = sessions };
			requires = { ["core.modulemanager"] = { get_modules_for_host = function () return enabled; end } };
			depends = { pep = { get_pep_service = function () return service; end } };
			stores = { private = {
				get = function (_, _, key)
					reads = reads + 1;
					if trouble then return nil, "away"; end
					return kept[key];
				end;
				set = function (_, _, key, value) kept[key] = value; return not trouble; end;
			} };
		});
		world.sessions = sessions;
		world.load();
	end

	-- As mod_pep makes one, from what is stored.
	local function start()
		load_world();
		service = pubsub.new({
			pep_username = "ann";
			jid = "ann@example.org";
			node_defaults = { access_model = "presence", max_items = 1, persist_items = true };
			autocreate_on_publish = true;
			nodestore = {
				get = function (_, name) return nodes[name]; end;
				set = function (_, name, value) nodes[name] = value; return true; end;
				users = function () return pairs(nodes); end;
			};
			itemstore = function (config, name)
				stores[name] = stores[name] or {};
				return item_store(stores[name], tonumber(config.max_items) or 256);
			end;
			get_affiliation = function (jid) return jid_bare(jid) == "ann@example.org" and "owner" or nil; end;
			access_models = { presence = function () return "member"; end };
			normalize_jid = jid_bare;
			subscriber_filter = function (jids, name)
				local all = {};
				for jid in pairs(jids) do all[jid] = true; end
				for jid in pairs(wanting[name] or {}) do all[jid] = true; end
				return all;
			end;
			broadcaster = function (kind, name, jids, item)
				for jid in pairs(jids) do table.insert(told, { kind, name, jid, item }); end
			end;
		});
		world.add_item("pep-service", { service = service });
	end

	before_each(function ()
		kept, nodes, stores, told, wanting, reads, trouble, enabled = {}, {}, {}, {}, {}, 0, nil, set.new {};
		start();
	end);

	local page = "<url xmlns='storage:bookmarks' url='https://a.example/?b&amp;c' name='Page'><n xmlns='urn:n'/></url>";
	local function room(name, more)
		return ("<conference xmlns='storage:bookmarks' jid='%s@rooms.example'>%s</conference>"):format(name, more or "");
	end
	local function storage(...) return parse("<storage xmlns='storage:bookmarks'>" .. table.concat { ... } .. "</storage>"); end
	local function keep(...) kept["storage:storage:bookmarks"] = st.preserialize(storage(...)); end
	local function payload(more) return parse(("<conference xmlns='urn:xmpp:bookmarks:1'>%s</conference>"):format(more or "")); end
	-- As mod_pep does it, after others have seen the request.
	local function request(jid, action, method, ...)
		local iq = st.iq({ type = "set", id = "1" }):tag("pubsub", { xmlns = xmlns_pubsub }):tag(action, { node = node }):reset();
		local event = { origin = world.sessions[jid], stanza = iq, to_self = true };
		if world.fire("iq/bare/" .. xmlns_pubsub .. ":pubsub", event) then
			local _, condition = table.remove(world.sent):get_error();
			return false, condition;
		end
		return service[method](service, node, jid, ...);
	end
	local function item(id, content) return st.stanza("item", { xmlns = xmlns_pubsub, id = id }):add_child(content); end
	local function publish(jid, name, more, options)
		local id = name .. "@rooms.example";
		return request(jid, "publish", "publish", id, item(id, payload(more)), options);
	end

	local function ask(jid, kind, content)
		local iq = st.iq({ type = kind, id = "1" }):query("jabber:iq:private"):add_child(content):reset();
		assert.is_true(world.fire("iq/self/jabber:iq:private:query", { origin = world.sessions[jid], stanza = iq }));
		return table.remove(world.sent);
	end
	local function read(jid)
		local answer = ask(jid, "get", storage());
		assert.equal("result", answer.attr.type);
		return answer.tags[1].tags[1];
	end
	local function write(jid, ...)
		assert.equal("result", ask(jid, "set", storage(...)).attr.type);
	end
	-- What a document is about.
	local function names(content)
		local found = {};
		for _, child in ipairs(content.tags) do
			local nick = child:get_child_text("nick");
			table.insert(found, (child.attr.jid or child.attr.url):match("^[^@]*") .. (nick and "/" .. nick or ""));
		end
		return found;
	end
	local function items(jid)
		local ok, found = request(jid or phone, "items", "get_items");
		if not ok then return found; end
		local rooms = {};
		for _, id in ipairs(found) do
			local nick = found[id].tags[1]:get_child_text("nick");
			table.insert(rooms, (id:match("^[^@]*") .. (nick and "/" .. nick or "")));
		end
		table.sort(rooms);
		return rooms;
	end

	it("are none at first, and nothing is read before somebody asks", function ()
		assert.equal(0, reads);
		assert.same({}, names(read(desk)));
		assert.equal("item-not-found", items());
		assert.same({}, nodes);
	end);

	it("of private XML are items, once somebody asks, and pages stay where they are", function ()
		keep(room("tea", "<nick>Ann</nick>"), page, room("cake"));
		assert.same({ "cake", "tea/Ann" }, items());
		assert.same({ "https://a.example/?b&c" }, names(storage(page)));
		assert.same({ "https://a.example/?b&c" }, names(st.deserialize(kept["storage:storage:bookmarks"])));
		assert.same({ "tea/Ann", "cake", "https://a.example/?b&c" }, names(read(desk)));
		assert.is_truthy(read(desk).tags[3]:get_child("n", "urn:n"));
		assert.same({}, told);
	end);

	it("are removed with all items, also when nobody has asked for them before", function ()
		keep(room("tea"), page);
		request(phone, "purge", "purge");
		assert.same({ "https://a.example/?b&c" }, names(read(desk)));
	end);

	it("are moved for nobody but their owner", function ()
		keep(room("tea"));
		local stanza = st.iq({ type = "get", id = "1" }):tag("pubsub", { xmlns = xmlns_pubsub }):tag("items", { node = node }):reset();
		assert.is_nil(world.fire("iq/bare/" .. xmlns_pubsub .. ":pubsub", { origin = { username = "bob" }, stanza = stanza }));
		assert.equal(0, reads);
	end);

	it("are moved once", function ()
		keep(room("tea"));
		items();
		local before = reads;
		items();
		assert.equal(before, reads);
	end);

	it("that both have are as the item says, with what it leaves open", function ()
		publish(phone, "tea", "<nick>New</nick>");
		publish(phone, "cake");
		keep(room("tea", "<nick>Old</nick>"), room("Tea", "<password>p</password>"), room("cake", "<nick>Ann</nick>"));
		start();
		assert.same({ "cake/Ann", "tea/New" }, items());
		assert.equal("p", read(desk).tags[1]:get_child_text("password"));
	end);

	it("that died halfway are moved again", function ()
		keep(room("tea"), page);
		stores[node] = { full = true };
		assert.equal("internal-server-error", items());
		assert.same({ "tea", "https://a.example/?b&c" }, names(st.deserialize(kept["storage:storage:bookmarks"])));
		stores[node].full = nil;
		assert.same({ "tea" }, items());
	end);

	it("of more rooms than PEP keeps of other nodes are all there", function ()
		local many = {};
		for index = 1, 300 do many[index] = room("r" .. index); end
		keep(table.unpack(many));
		assert.equal(300, #items());
		publish(phone, "another", nil, { max_items = 1 });
		start();
		assert.equal(301, #items());
	end);

	it("written as a document are published and retracted, one by one", function ()
		write(desk, room("tea"), room("cake"), page);
		wanting[node] = { [phone] = true };
		write(desk, room("cake"), room("pie"), page);
		local seen = {};
		for _, one in ipairs(told) do table.insert(seen, one[1] .. " " .. one[4].attr.id); end
		assert.same({ "items pie@rooms.example", "retract tea@rooms.example" }, seen);
		write(desk, page, room("pie"), room("cake"));
		assert.equal(2, #told);
		write(desk);
		assert.same({}, names(read(desk)));
		assert.is_nil(kept["storage:storage:bookmarks"]);
	end);

	it("keep extensions through a client that does not know them", function ()
		publish(phone, "tea", "<nick>Ann</nick><extensions><pin xmlns='urn:pin'/></extensions>");
		read(desk);
		write(desk, room("tea", "<nick>Bob</nick>"));
		local _, found = service:get_items(node, phone);
		local tea = found["tea@rooms.example"]:get_child("conference", node);
		assert.equal("Bob", tea:get_child_text("nick"));
		assert.is_truthy(tea:get_child("extensions"):get_child("pin", "urn:pin"));
	end);

	it("that another client has added or changed meanwhile stay", function ()
		write(desk, room("tea", "<nick>Ann</nick>"), room("cake"));
		publish(phone, "pie");
		publish(phone, "tea", "<nick>New</nick>");
		service:retract(node, phone, "cake@rooms.example");
		write(desk, room("tea", "<nick>Ann</nick>"), room("cake"), room("bun"));
		assert.same({ "bun", "pie", "tea/New" }, items());
		read(desk);
		write(desk, room("tea", "<nick>New</nick>"), room("bun"));
		assert.same({ "bun", "tea/New" }, items());
	end);

	it("of pages that another client has added meanwhile stay, too", function ()
		write(desk, page);
		read(old_phone);
		write(desk, page, "<url url='b'/>");
		write(old_phone, page, "<url url='c'/>");
		assert.same({ "https://a.example/?b&c", "b", "c" }, names(read(desk)));
		write(old_phone, "<url url='c'/>");
		assert.same({ "b", "c" }, names(read(desk)));
	end);

	it("of a client that has read none, or knows items as well, are all there are to be", function ()
		publish(phone, "tea");
		write(desk, room("cake"));
		assert.same({ "cake" }, items(phone));
		read(phone);
		publish(old_phone, "pie");
		write(phone, room("cake"));
		assert.same({ "cake" }, items());
	end);

	it("that cannot be items stay in the document", function ()
		write(desk, "<conference jid='no address@' name='x'/>", "<conference name='none'/>", room("tea"));
		assert.same({ "tea" }, items());
		assert.equal(3, #read(desk).tags);
	end);

	it("are one item of PEP, too, of which its readers are told", function ()
		wanting[document] = { [old_phone] = true };
		assert.equal("current", service:publish(document, old_phone, "x", item("x", storage(room("tea"), page)), { max_items = 5 }));
		assert.same({ "tea" }, items());
		assert.same({ "items", document, old_phone }, { table.unpack(told[1], 1, 3) });
		assert.equal(1, #told);
		publish(phone, "cake");
		assert.same({ "tea", "cake", "https://a.example/?b&c" }, names(told[2][4].tags[1]));
		service:retract(node, phone, "tea@rooms.example");
		service:purge(node, phone);
		assert.same({ "https://a.example/?b&c" }, names(told[4][4].tags[1]));
		local ok, found = service:get_items(document, old_phone);
		assert.is_true(ok);
		assert.same({ "https://a.example/?b&c" }, names(found.current.tags[1]));
		assert.equal("current", select(2, service:get_last_item(document, old_phone)));
		assert.same({}, select(2, service:get_items(document, old_phone, { "other" })));
	end);

	it("that a reader was told of are removed by what it writes next", function ()
		wanting[document] = { [old_phone] = true };
		publish(phone, "tea");
		publish(phone, "cake");
		service:publish(document, old_phone, "x", item("x", storage(room("tea"))));
		assert.same({ "tea" }, items());
	end);

	it("as one item can neither be taken away nor be seen by others", function ()
		write(desk, room("tea"));
		for _, method in ipairs { "retract", "purge", "delete" } do
			assert.same({ false, "forbidden" }, { service[method](service, document, desk, "current") });
		end
		for _, name in ipairs { node, document } do
			assert.same({ false, "forbidden" }, { service:get_items(name, "bob@example.org/x") });
		end
		assert.same({ false, "forbidden" }, { service:get_last_item(document, "bob@example.org/x") });
		assert.same({ false, "forbidden" }, { service:publish(document, "bob@example.org/x", "current", item("current", storage())) });
		assert.same({ nil, "invalid-item" }, { service:publish(document, desk, "current", item("current", payload())) });
		assert.same({ "tea" }, items());
	end);

	it("of a node of PEP that was written before are moved, too", function ()
		keep(page, room("tea"));
		nodes[document] = { name = document, config = {}, subscribers = {}, affiliations = {} };
		stores[document] = { { id = "current", item = item("current", storage(page, "<url url='b'/>", room("cake"))) } };
		start();
		assert.same({ "tea", "cake", "https://a.example/?b&c", "b" }, names(read(desk)));
		assert.equal(0, #stores[document]);
		start();
		assert.same({ "tea", "cake", "https://a.example/?b&c", "b" }, names(read(desk)));
	end);

	it("are in a node that keeps them all, for nobody else, whatever clients ask for", function ()
		local fixed = { max_items = "max", send_last_published_item = "never", access_model = "whitelist", persist_items = true };
		local function config()
			local _, found = service:get_node_config(node, desk);
			local these = {};
			for field in pairs(fixed) do these[field] = found[field]; end
			return these;
		end
		nodes[node] = { name = node, config = { max_items = 1, access_model = "open" }, subscribers = {}, affiliations = {} };
		start();
		assert.same(fixed, config());
		assert.is_true(publish(phone, "tea", nil, { max_items = 1, send_last_published_item = "on_sub" }));
		assert.is_true(service:set_node_config(node, phone, { max_items = 1, access_model = "open", title = "Rooms" }));
		assert.same(fixed, config());
		assert.equal("Rooms", nodes[node].config.title);
		assert.is_false((publish(phone, "tea", nil, { access_model = "open" })));
		service:delete(node, phone);
		assert.is_true(publish(phone, "cake", nil, { max_items = 2 }));
		assert.same(fixed, config());
		assert.same({ "cake" }, items());
	end);

	it("that cannot be read are not taken for none", function ()
		keep(room("tea"));
		trouble = true;
		assert.equal("internal-server-error", items());
		assert.same({ false, "internal-server-error" }, { publish(phone, "cake") });
		for _, kind in ipairs { "get", "set" } do
			local answer = ask(desk, kind, storage());
			assert.same({ "wait", "internal-server-error" }, { table.unpack({ answer:get_error() }, 1, 2) });
		end
		trouble = nil;
		assert.same({ "tea" }, items());
	end);

	it("leave other private data, and the nodes of deleted accounts, to those who know them", function ()
		local iq = st.iq({ type = "get", id = "1" }):query("jabber:iq:private"):tag("notes", { xmlns = "notes" }):reset();
		assert.is_nil(world.fire("iq/self/jabber:iq:private:query", { origin = world.sessions[desk], stanza = iq }));
		publish(phone, "tea");
		local before = reads;
		for name in pairs(service.nodes) do service:delete(name, true); end
		assert.equal(before, reads);
		assert.same({}, nodes);
	end);

	it("are announced to the owner", function ()
		local reply = st.stanza("query");
		world.fire("account-disco-info", { reply = reply });
		local features = {};
		for _, feature in ipairs(reply.tags) do table.insert(features, feature.attr.var); end
		assert.same({ "urn:xmpp:bookmarks:1#compat", "urn:xmpp:bookmarks:1#compat-pep", "urn:xmpp:bookmarks-conversion:0" }, features);
	end);

	it("are not served beside the module of Prosody that does the same", function ()
		enabled = set.new { "bookmarks" };
		assert.has_error(load_world, "mod_bookmarks does the same, and loses bookmarks that are not rooms: disable it");
	end);
end);
