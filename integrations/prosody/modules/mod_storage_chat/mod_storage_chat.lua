-- Storage in the rows of the administration service. Each store has a library of its own, which returns its types:
-- { keyval = …, map = …, archive = … }.

module:depends("chat_database");

local libraries = {
	roster = "roster";
	vcard = "vcard";
	muc_log = "room_log";
	archive = "account_archive";
};

local stores = {};
local driver = {};

function driver:open(name, store_type) -- luacheck: ignore 212/self
	local library = libraries[name];
	if not library then return nil, "unsupported-store"; end
	stores[name] = stores[name] or module:require(library);
	local store = stores[name][store_type or "keyval"];
	if not store then return nil, "unsupported-store"; end
	return store;
end

--- What belongs to an account goes with its row.
function driver:purge(username) -- luacheck: ignore 212
	return true;
end

module:provides("storage", driver);
