-- Keeps occupant ids (XEP-0421) stable although rooms are evicted: they derive from a secret of the service in
-- Prosody's own storage. mod_muc would generate another secret whenever a room is loaded.

local hmac_sha256 = require "util.hashes".hmac_sha256;
local new_secret = require "util.id".long;

local store = module:open_store("chat_occupant_ids");

local function secret_of_service()
	local stored, err = store:get();
	if stored then return stored.secret; end
	local secret = new_secret();
	local kept, why = nil, err;
	if not err then kept, why = store:set(nil, { secret = secret }); end
	if not kept then
		module:log("warn", "The ids of occupants will be others after a restart: %s", why);
	end
	return secret;
end

return function ()
	local secret = secret_of_service();

	local function set_salt(event)
		local room = event.room;
		room._data.occupant_id_salt = hmac_sha256(secret, room.jid, true);
	end
	module:hook("muc-room-restored", set_salt);
	module:hook("muc-room-pre-create", set_salt);
end
