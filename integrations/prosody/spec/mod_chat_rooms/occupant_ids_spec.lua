local pretended = require "spec.support.pretended_module";

describe("ids of occupants", function ()
	local function salt_with(store, room_jid)
		local world = pretended("mod_chat_rooms", { stores = { chat_occupant_ids = store } });
		world.library("occupant_ids")();
		local room = { jid = room_jid or "lobby@conference.example.org", _data = {} };
		world.fire("muc-room-restored", { room = room });
		return room._data.occupant_id_salt, world;
	end
	local function a_store()
		local kept;
		return {
			get = function () return kept; end;
			set = function (_, _, value) kept = value; return true; end;
		};
	end

	it("stay the same when a room is forgotten and the server starts again, and differ between rooms", function ()
		local store = a_store();
		local salt = salt_with(store);
		assert.equal(salt, (salt_with(store)));
		assert.not_equal(salt, (salt_with(store, "den@conference.example.org")));
		assert.not_equal(salt, (salt_with(a_store())));
		assert.equal(64, #salt);
	end);

	it("do not overwrite a secret that cannot be read, and warn", function ()
		local store = {
			get = function () return nil, "unavailable"; end;
			set = function () error("overwritten"); end;
		};
		local _, world = salt_with(store);
		assert.matches("^warn: .*unavailable", world.logged[1]);
	end);
end);
