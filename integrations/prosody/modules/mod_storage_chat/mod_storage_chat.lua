-- Storage in the rows of the administration service. Each store is a library that returns its types: { keyval = …,
-- map = …, archive = … }.

module:depends("chat_database");

local storagemanager = require "core.storagemanager";

local libraries = {
	roster = "roster";
	vcard = "vcard";
	muc_log = "room_log";
	archive = "account_archive";
	account_roles = "account_roles";
	roles = "roles";
	["pep_urn:xmpp:avatar:data"] = "avatar_data";
	["pep_urn:xmpp:avatar:metadata"] = "avatar_metadata";
};

local stores = {};
local driver = {};

function driver:open(name, store_type) -- luacheck: ignore 212/self
	local library = libraries[name];
	-- The nodes of mod_pep come here together, since the configuration has one name for all of them.
	if not library and name:sub(1, 4) == "pep_" then
		return storagemanager.get_driver(module.host):open(name, store_type);
	end
	if not library then return nil, "unsupported-store"; end
	stores[name] = stores[name] or module:require(library);
	local store = stores[name][store_type or "keyval"];
	if not store then return nil, "unsupported-store"; end
	return store;
end

--- The data of an account is deleted with its row.
function driver:purge(username) -- luacheck: ignore 212
	return true;
end

module:provides("storage", driver);
