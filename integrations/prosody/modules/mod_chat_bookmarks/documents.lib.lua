-- The document of XEP-0048 as clients read and write it. Rooms are the items of XEP-0402; private XML keeps the rest, such as
-- bookmarks of pages. Rooms that private XML has, since an import or an older version wrote them, become items
-- before anything else is read or written: the item is there before the other goes, so a crash in between loses nothing.

local st = require "util.stanza";

local forms = module:require "forms";

local documents = {};

local kept = module:open_store("private", "map");
local kept_as = "storage:" .. forms.document;
local xmlns_pubsub = "http://jabber.org/protocol/pubsub";

local weak = { __mode = "k" };
local moved = setmetatable({}, weak); -- services whose rooms are all items
local writing = setmetatable({}, weak); -- services
-- By session what the document was that the client has seen or written last; false: it knows the items, too.
local seen = setmetatable({}, weak);

local function as_document(stored)
	local is_element = type(stored) == "table" and stored.name and stored.attr;
	return is_element and forms.explicit(st.deserialize(stored)) or st.stanza("storage", { xmlns = forms.document });
end

local function empty_copy(document)
	return st.clone(document, true);
end

-- Returns the room of each element that is one and can be an item.
local function room_of(child)
	return child.name == "conference" and child.attr.xmlns == forms.document and forms.room(child.attr.jid) or nil;
end

local function load_rest(username)
	local stored, err = kept:get(username, kept_as);
	if err then return nil, err; end
	return as_document(stored);
end

local function save_rest(username, rest)
	local attributes = 0;
	for _ in pairs(rest.attr) do attributes = attributes + 1; end
	local is_empty = not rest.tags[1] and attributes == 1;
	return kept:set(username, kept_as, not is_empty and st.preserialize(rest) or nil);
end

-- The items that are rooms, the oldest first, each also by its room. The stock store raises an error when it cannot read.
local function load_rooms(service)
	local rooms, store = {}, service.data[forms.node];
	if not store then return rooms; end
	local read, err = pcall(function ()
		for id, item in store:items() do
			item = forms.explicit(item);
			local payload = item:get_child("conference", forms.node);
			if payload and forms.room(id) then table.insert(rooms, 1, { id = id, payload = payload }); end
		end
	end);
	if not read then return nil, err; end
	for _, room in ipairs(rooms) do
		local jid = forms.room(room.id);
		rooms[jid] = rooms[jid] or room;
	end
	return rooms;
end

local function item_of(service, id, payload)
	return st.stanza("item", { xmlns = xmlns_pubsub, id = id, publisher = service.config.jid }):add_child(payload);
end

-- Where a room has both, the item says what it is, and the document fills what the item leaves open.
local function filled(payload, conference)
	local fields = forms.fields(conference);
	local said = payload and forms.fields(payload);
	if not said then return fields; end
	for _, name in ipairs { "name", "nick", "password" } do said[name] = said[name] or fields[name]; end
	return said;
end

-- Nobody is told: who asks for the first time sees them.
local function add_rooms(service, conferences)
	local rooms, err = load_rooms(service);
	if not rooms then return nil, err; end
	if not service.nodes[forms.node] then
		local ok, why = service:create(forms.node, true, {});
		if not ok then return nil, why; end
	end
	for _, conference in ipairs(conferences) do
		local jid = room_of(conference);
		local room = rooms[jid] or { id = jid };
		local payload, changed = forms.payload(room.payload, conference, filled(room.payload, conference));
		if changed then
			local stored, why = service.data[forms.node]:set(room.id, item_of(service, room.id, payload));
			if not stored then return nil, why; end
		end
		room.payload, rooms[jid] = payload, room;
	end
	return true;
end

local function move(service, former)
	local username = service.config.pep_username;
	local stored, err = load_rest(username);
	if not stored then return nil, err; end
	local sources = { stored };
	for _, item in former and former:items() or function () end do
		local document = forms.explicit(item):get_child("storage", forms.document);
		if document then table.insert(sources, document); end
	end
	local conferences, rest, known = {}, empty_copy(stored), {};
	for _, source in ipairs(sources) do
		for _, child in ipairs(source.tags) do
			local same = forms.canonical(child);
			if room_of(child) then
				table.insert(conferences, child);
			elseif source == stored or not known[same] then
				known[same] = true;
				rest:add_direct_child(child);
			end
		end
	end
	local ok, why = true, nil;
	if conferences[1] then ok, why = add_rooms(service, conferences); end
	if ok and (conferences[1] or sources[2]) then ok, why = save_rest(username, rest); end
	if ok and sources[2] then ok, why = former:clear(); end
	return ok, why;
end

--- Makes items of all rooms.
-- @param former the store of the node `storage:bookmarks`, where one was published before this module was there
function documents.move(service, former)
	if moved[service] then return true; end
	local ran, ok, err = pcall(move, service, former);
	if ran and ok then
		moved[service] = true;
		return true;
	end
	module:log("warn", "Bookmarks of %s cannot be read: %s", service.config.pep_username, not ran and ok or err);
	return nil, "internal-server-error";
end

local function contents(document)
	local found = { rooms = {}, others = {} };
	for _, child in ipairs(document.tags) do
		local jid = room_of(child);
		if not jid then
			found.others[forms.canonical(child)] = true;
		elseif not found.rooms[jid] then
			found.rooms[jid] = forms.mark(forms.fields(child));
		end
	end
	return found;
end

local function compose(rooms, rest)
	local document = empty_copy(rest);
	for _, room in ipairs(rooms) do
		if rooms[forms.room(room.id)] == room then document:add_direct_child(forms.conference(room.id, room.payload)); end
	end
	for _, child in ipairs(rest.tags) do document:add_direct_child(child); end
	return document;
end

local function load(service)
	local rooms, err = load_rooms(service);
	if not rooms then return nil, err; end
	local rest, why = load_rest(service.config.pep_username);
	if not rest then return nil, why; end
	return { rooms = rooms, rest = rest };
end

--- The whole document.
function documents.read(service)
	local state, err = load(service);
	if state then return compose(state.rooms, state.rest); end
	module:log("warn", "Bookmarks of %s cannot be read: %s", service.config.pep_username, err);
	return nil, "internal-server-error";
end

--- The client knows this document: what it leaves out of the next one, it wants to be gone.
function documents.show(session, document)
	if session and seen[session] ~= false then seen[session] = contents(document); end
end

--- The client learns of rooms by other ways, too, so its documents are taken by their word.
function documents.shows_items(session)
	if session then seen[session] = false; end
end

local function write_rooms(service, actor, rooms, given, shown)
	local done = {};
	for _, conference in ipairs(given.tags) do
		local jid = room_of(conference);
		if jid and not done[jid] then
			done[jid] = true;
			local room, fields = rooms[jid], forms.fields(conference);
			local untouched = shown.rooms[jid] == forms.mark(fields);
			if room or not untouched then
				local payload, changed = forms.payload(room and room.payload, conference,
					untouched and forms.fields(room.payload) or fields);
				local id = room and room.id or jid;
				if changed then
					local ok, err = service:publish(forms.node, actor, id, item_of(service, id, payload));
					if not ok then return nil, err; end
				end
			end
		end
	end
	return true;
end

local function write_rest(service, rest, given, shown, written)
	local result, known = empty_copy(rest), {};
	for name, value in pairs(given.attr) do result.attr[name] = value; end
	for _, child in ipairs(rest.tags) do
		local same = forms.canonical(child);
		known[same] = true;
		if written.others[same] or not shown.others[same] then result:add_direct_child(child); end
	end
	for _, child in ipairs(given.tags) do
		local same = forms.canonical(child);
		if not room_of(child) and not known[same] and not shown.others[same] then
			known[same] = true;
			result:add_direct_child(child);
		end
	end
	if forms.canonical(result) == forms.canonical(rest) then return true; end
	return save_rest(service.config.pep_username, result);
end

local function remove_rooms(service, actor, rooms, shown, written)
	for jid in pairs(shown.rooms) do
		local room = rooms[jid];
		if room and not written.rooms[jid] then
			local ok, err = service:retract(forms.node, actor, room.id, st.stanza("retract", { id = room.id }));
			if not ok and err ~= "item-not-found" then return nil, err; end
		end
	end
	return true;
end

local function write(service, given, session, actor)
	given = forms.explicit(given);
	local state, err = load(service);
	if not state then return nil, err; end
	local shown = session and seen[session] or contents(compose(state.rooms, state.rest));
	local written = contents(given);
	local ok, why = write_rooms(service, actor, state.rooms, given, shown);
	if ok then ok, why = write_rest(service, state.rest, given, shown, written); end
	if ok then ok, why = remove_rooms(service, actor, state.rooms, shown, written); end
	if ok then documents.show(session, given); end
	return ok, why;
end

--- What the client has changed since it has last seen the document is changed; what others have added meanwhile stays. What is
-- gone goes last, so that nothing is missing when this fails halfway.
-- @param actor full JID of the client
function documents.write(service, given, session, actor)
	writing[service] = true;
	local ran, ok, err = pcall(write, service, given, session, actor);
	writing[service] = nil;
	if ran and ok then return true; end
	module:log("warn", "Bookmarks of %s cannot be written: %s", service.config.pep_username, not ran and ok or err);
	return nil, "internal-server-error";
end

--- Whether a document is being written, after which its readers are told once.
function documents.is_writing(service)
	return writing[service] == true;
end

return documents;
