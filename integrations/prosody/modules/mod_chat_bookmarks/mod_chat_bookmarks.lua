-- Bookmarks in whichever form a client asks for them: in private XML (XEP-0049) and in the node `storage:bookmarks` of PEP, the
-- one document of XEP-0048; in the node `urn:xmpp:bookmarks:1` of PEP, an item for each room (XEP-0402). Nothing
-- is read or written before a client asks.

module:depends("chat_database");

local jid_bare = require "util.jid".bare;
local get_modules_for_host = require "core.modulemanager".get_modules_for_host;
local st = require "util.stanza";

for _, other in ipairs { "bookmarks", "bookmarks2" } do
	if get_modules_for_host(module.host):contains(other) then
		error(("mod_%s does the same, and loses bookmarks that are not rooms: disable it"):format(other), 0);
	end
end

local pep = module:depends "pep";
local forms = module:require "forms";
local documents = module:require "documents";

local xmlns_pubsub = "http://jabber.org/protocol/pubsub";
local private = "jabber:iq:private";
local most_items = 10000; -- pep_max_items would forget the oldest of 257 rooms

local fixed = {
	persist_items = true; max_items = "max"; send_last_published_item = "never"; access_model = "whitelist";
};

-- The node of the document is nowhere stored. Its one item cannot be taken away, only be written without bookmarks.
local document_rights = { owner = { retract = false, delete = false, configure = false, set_affiliation = false } };

local former = setmetatable({}, { __mode = "k" }); -- by service

local function session_of(jid)
	return prosody.full_sessions[jid];
end

local function stock(service)
	return getmetatable(service).__index;
end

local function move(service)
	return documents.move(service, former[service]);
end

local function document_item(document)
	return st.stanza("item", { xmlns = xmlns_pubsub, id = "current" }):add_child(document);
end

-- Tells clients of the owner that want to know of the document (`storage:bookmarks+notify`).
local function tell(service)
	local node = service.nodes[forms.document];
	local jids = service.config.subscriber_filter(node.subscribers, forms.document, "items");
	if not next(jids) then return; end
	local document = documents.read(service);
	if not document then return; end
	for jid in pairs(jids) do documents.show(session_of(jid), document); end
	service.config.broadcaster("items", forms.document, jids, document_item(document), nil, node, service);
end

local function write(service, given, session, actor)
	local ok, err = move(service);
	if not ok then return nil, err; end
	ok, err = documents.write(service, given, session, actor);
	tell(service); -- of what was written before it failed, too
	return ok, err;
end

-- Returns the item of the document, nil where there is no bookmark at all.
local function read_item(service, actor)
	local ok, err = move(service);
	if not ok then return nil, err; end
	local document, why = documents.read(service);
	if not document then return nil, why; end
	documents.show(session_of(actor), document);
	return document.tags[1] and document_item(document) or nil;
end

-- In the place of those of the service (util.pubsub), which are called for all other nodes.
local methods = {};

function methods:get_items(name, actor, ids, ...)
	if name ~= forms.document then
		if name == forms.node and actor ~= true and jid_bare(actor) == self.config.jid then
			documents.shows_items(session_of(actor));
		end
		return stock(self).get_items(self, name, actor, ids, ...);
	end
	if not self:may(name, actor, "get_items") then return false, "forbidden"; end
	local item, err = read_item(self, actor);
	if err then return false, err; end
	local wanted = not ids or ids == "current";
	for _, id in ipairs(type(ids) == "table" and ids or {}) do wanted = wanted or id == "current"; end
	if not item or not wanted then return true, {}; end
	return true, { "current", current = item };
end

function methods:get_last_item(name, actor)
	if name ~= forms.document then return stock(self).get_last_item(self, name, actor); end
	if not self:may(name, actor, "get_items") then return false, "forbidden"; end
	local item, err = read_item(self, actor);
	if err then return false, err; end
	return true, item and "current", item;
end

function methods:create(name, actor, options)
	if name ~= forms.node then return stock(self).create(self, name, actor, options); end
	options = options or {};
	for field, value in pairs(fixed) do options[field] = value; end
	local ok, err = stock(self).create(self, name, actor, options);
	if ok then self.data[name] = self.config.itemstore({ max_items = most_items }, name); end
	return ok, err;
end

function methods:set_node_config(name, actor, config)
	if name == forms.node then
		for field, value in pairs(fixed) do config[field] = value; end
	end
	return stock(self).set_node_config(self, name, actor, config);
end

for _, method in ipairs { "retract", "purge", "delete" } do
	methods[method] = function (self, name, actor, ...)
		local ok, err = stock(self)[method](self, name, actor, ...);
		if ok and name == forms.node and actor ~= true and not documents.is_writing(self) then tell(self); end
		return ok, err;
	end
end

-- The node has what clients ask for, or more: they are not told of a conflict.
local function demanded(options)
	local rest = {};
	for field, value in pairs(options or {}) do
		if fixed[field] == nil or field == "access_model" then rest[field] = value; end
	end
	return options and rest;
end

-- Others have methods of their own for this one, too.
local function add_publish(service)
	local publish = service.publish;
	function service:publish(name, actor, id, item, options)
		if name == forms.document then
			if not self:may(name, actor, "publish") then return false, "forbidden"; end
			local given = item and item:get_child("storage", forms.document);
			if not given then return nil, "invalid-item"; end
			local ok, err = write(self, given, session_of(actor), actor);
			return ok and "current", err;
		end
		if name ~= forms.node then return publish(self, name, actor, id, item, options); end
		local ok, err, more = publish(self, name, actor, id, item, demanded(options));
		if ok and not documents.is_writing(self) then tell(self); end
		return ok, err, more;
	end
end

module:handle_items("pep-service", function (event)
	local service = event.item.service;
	for name, method in pairs(methods) do service[name] = method; end
	add_publish(service);

	local stored = service.nodes[forms.document];
	former[service] = service.data[forms.document];
	service.data[forms.document] = nil;
	service.nodes[forms.document] = {
		name = forms.document;
		config = setmetatable({ access_model = "whitelist" }, { __index = service.node_defaults });
		subscribers = stored and stored.subscribers or {};
		affiliations = {};
		capabilities = document_rights;
	};

	local node = service.nodes[forms.node];
	if not node then return; end
	for field, value in pairs(fixed) do node.config[field] = value; end
	service.data[forms.node] = service.config.itemstore({ max_items = most_items }, forms.node);
end, function () end, true);

module:hook("account-disco-info", function (event)
	for _, feature in ipairs { "urn:xmpp:bookmarks:1#compat", "urn:xmpp:bookmarks:1#compat-pep", "urn:xmpp:bookmarks-conversion:0" } do
		event.reply:tag("feature", { var = feature }):up();
	end
end);

local function refuse(origin, stanza, condition)
	origin.send(st.error_reply(stanza, "wait", condition, "The bookmarks cannot be reached at the moment"));
	return true;
end

-- Rooms are items before the stock handler looks for the node.
local function move_first(event)
	local origin, stanza = event.origin, event.stanza;
	local action = stanza.tags[1].tags[1];
	if not event.to_self or not action or action.attr.node ~= forms.node then return; end
	local ok, err = move(pep.get_pep_service(origin.username));
	if not ok then return refuse(origin, stanza, err); end
end

module:hook("iq/bare/" .. xmlns_pubsub .. ":pubsub", move_first, 1);
module:hook("iq/bare/" .. xmlns_pubsub .. "#owner:pubsub", move_first, 1);

module:hook("iq/self/" .. private .. ":query", function (event)
	local origin, stanza = event.origin, event.stanza;
	local query = stanza.tags[1];
	local given = #query.tags == 1 and query:get_child("storage", forms.document);
	if not given then return; end
	local service = pep.get_pep_service(origin.username);
	local reply = st.reply(stanza);
	local item, err;
	if stanza.attr.type == "set" then
		err = select(2, write(service, given, origin, origin.full_jid));
	else
		item, err = read_item(service, origin.full_jid);
		reply:query(private):add_child(item and item.tags[1] or st.stanza("storage", { xmlns = forms.document }));
	end
	if err then return refuse(origin, stanza, err); end
	origin.send(reply);
	return true;
end, 1);
