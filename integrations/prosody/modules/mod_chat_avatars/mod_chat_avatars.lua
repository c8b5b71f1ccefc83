-- One avatar (XEP-0398): the picture in the vCard, which clients and the administration service set, is the avatar of
-- XEP-0084, and its hash is in every presence (XEP-0153). mod_storage_chat makes the items out of the vCard; here are the
-- nodes for them, and what others are told.

module:depends("chat_database");

local st = require "util.stanza";

local pep = module:depends "pep";
local pictures = module:shared("storage_chat/pictures");

local metadata_node, data_node = "urn:xmpp:avatar:metadata", "urn:xmpp:avatar:data";
local xmlns_update = "vcard-temp:x:update";

module:open_store("vcard"); -- loads mod_storage_chat, which fills `pictures`

-- Everybody has both nodes, open as vCards are, though nothing is stored of them. A client that publishes with options of its
-- own gets what it asks for, as with a node that is new.
local function add_nodes(service)
	local assumed = {};
	for _, name in ipairs { metadata_node, data_node } do
		if not service.nodes[name] then
			local config = setmetatable({ access_model = "open" }, { __index = service.node_defaults });
			service.nodes[name] = { name = name, config = config, subscribers = {}, affiliations = {} };
			service.data[name] = service.config.itemstore(config, name);
			assumed[name] = true;
		end
	end
	local publish = service.publish;
	function service:publish(name, actor, id, item, options)
		if name == data_node and not pictures.is_picture(item and item.tags[1]) then return nil, "invalid-item"; end
		if assumed[name] and options and self:may(name, actor, "publish") then
			self.nodes[name], self.data[name] = nil, nil;
		end
		assumed[name] = nil;
		return publish(self, name, actor, id, item, options);
	end
end

module:handle_items("pep-service", function (event)
	add_nodes(event.item.service);
end, function () end, true);

module:hook("account-disco-info", function (event)
	event.reply:tag("feature", { var = "urn:xmpp:pep-vcard-conversion:0" }):up();
end);

--- Tells those who want to know (`urn:xmpp:avatar:metadata+notify`) that there is another picture, or none any more.
module:hook("chat-vcard-changed", function (event)
	local service = pep.get_pep_service(event.username);
	local node = service.nodes[metadata_node];
	if not node or not pictures.has_changed(event.username) then return; end
	local _, _, item = service:get_last_item(metadata_node, true);
	item = item or st.stanza("item", { xmlns = "http://jabber.org/protocol/pubsub", id = "none" })
		:tag("metadata", { xmlns = metadata_node }):reset();
	service:broadcast("items", metadata_node, node.subscribers, item, true, node);
end);

local function add_hash(event)
	local origin, stanza = event.origin, event.stanza;
	if not origin.username or stanza.attr.type then return; end
	local update = stanza:get_child("x", xmlns_update);
	if update and update:get_child("photo") then return; end -- the client knows better
	local picture, err = pictures.of(origin.username);
	if err then return; end
	if not update then
		update = st.stanza("x", { xmlns = xmlns_update });
		stanza:add_direct_child(update);
	end
	update:text_tag("photo", picture and picture.hash);
end

module:hook("pre-presence/bare", add_hash, 1);
module:hook("pre-presence/full", add_hash, 1);
module:hook("pre-presence/host", add_hash, 1);
