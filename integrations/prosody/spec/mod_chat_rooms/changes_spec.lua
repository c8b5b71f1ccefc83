local pretended = require "spec.support.pretended_module";
local unset = require "util.json".null;

describe("a room and its row", function ()
	local calls, answer, applied, forgotten, routed, world, rooms;
	before_each(function ()
		calls, applied, forgotten, routed = {}, {}, {}, {};
		world = pretended("mod_chat_rooms", {
			shared = {
				["/*/chat_database/api"] = {
					call = function (...)
						table.insert(calls, { ... });
						return table.unpack(answer, 1, 2);
					end;
				};
			};
			libraries = {
				effects = function (all)
					function all.apply(room, row, by) table.insert(applied, { room = room, row = row, by = by }); end
				end;
			};
		});
		rooms = {
			service = "conference", name_of = function () return "lobby"; end;
			muc = { forget_room = function (room) table.insert(forgotten, room); end };
		};
		world.library("changes")(rooms);
	end);

	local function a_room()
		local room = { jid = "lobby@conference.example.org", _data = { locked = true } };
		room.chat = { id = 7, version = 3, row = { id = 7, version = 3, subject = "tea", max_users = 5 } };
		local occupants = { { nick = room.jid .. "/Ann", role = "moderator" }, { nick = room.jid .. "/Bob", role = "visitor" } };
		function room:each_occupant()
			local index = 0;
			return function ()
				index = index + 1;
				return occupants[index] and occupants[index].nick, occupants[index];
			end;
		end
		function room:route_to_occupant(occupant, stanza) routed[occupant.nick] = stanza; end
		function room:save_occupant(occupant) self.saved = (self.saved or 0) + 1; assert.is_nil(occupant.role); end
		return room;
	end

	describe("that a chat user changes", function ()
		it("are written first, and what has no value any more goes", function ()
			local room = a_room();
			answer = { true, 4 };
			assert.is_true(rooms.change(room, { subject = unset, max_users = 9 }, { nick = "n" }));
			assert.same({
				"put_room", "conference", "lobby", { id = 7, version = 3, subject = unset, max_users = 9 };
			}, calls[1]);
			assert.same({ id = 7, version = 4, max_users = 9 }, applied[1].row);
			assert.equal("n", applied[1].by.nick);
			assert.same({ id = 7, version = 3, subject = "tea", max_users = 5 }, room.chat.row);
		end);

		it("stay as they were while there is no database", function ()
			answer = { false, "unavailable" };
			local done, refusal = rooms.change(a_room(), { subject = "x" });
			assert.is_nil(done);
			assert.same({ "wait", "internal-server-error" }, { refusal.type, refusal.condition });
			assert.same({}, applied);
		end);

		it("are read again when others were faster", function ()
			local room = a_room();
			rooms.sync = function () table.insert(applied, "synced"); end
			answer = { true, -1 };
			local done, refusal = rooms.change(room, { subject = "x" });
			assert.is_nil(done);
			assert.same({ "wait", "conflict" }, { refusal.type, refusal.condition });
			assert.same({ "synced" }, applied);
		end);

		it("are dissolved when there is no such room any more", function ()
			local room = a_room();
			answer = { true, 0 };
			local _, refusal = rooms.change(room, { subject = "x" });
			assert.equal("item-not-found", refusal.condition);
			assert.same({ room }, forgotten);
		end);
	end);

	describe("that the service has changed", function ()
		it("take over another version, and are configured then", function ()
			local room = a_room();
			answer = { true, { id = 7, version = 4 } };
			rooms.sync(room);
			assert.same({ id = 7, version = 4 }, applied[1].row);
			assert.is_nil(room._data.locked);
		end);

		it("leave the same version alone, and what cannot be read", function ()
			local room = a_room();
			answer = { true, { id = 7, version = 3 } };
			rooms.sync(room);
			answer = { false, "unavailable" };
			rooms.sync(room);
			assert.same({}, applied);
			assert.same({}, forgotten);
			assert.is_true(room._data.locked);
		end);

		it("end with their row, also when another one has their name", function ()
			for _, found in ipairs { { true, nil }, { true, { id = 8, version = 1 } } } do
				local room = a_room();
				forgotten, answer = {}, found;
				rooms.sync(room);
				assert.same({ room }, forgotten);
			end
		end);
	end);

	it("that are dissolved tell everybody in them, and are out of memory before that", function ()
		local room = a_room();
		rooms.dissolve(room, "den@conference.example.org", "moved", "open");
		assert.is_true(room.destroying);
		assert.equal(2, room.saved);
		local presence = routed[room.jid .. "/Bob"];
		assert.equal("unavailable", presence.attr.type);
		local destroy = presence:get_child("x", "http://jabber.org/protocol/muc#user"):get_child("destroy");
		assert.equal("den@conference.example.org", destroy.attr.jid);
		assert.equal("moved", destroy:get_child_text("reason"));
		assert.equal("open", destroy:get_child_text("password"));
		assert.equal("muc-room-destroyed", world.fired[1].event);
	end);
end);
