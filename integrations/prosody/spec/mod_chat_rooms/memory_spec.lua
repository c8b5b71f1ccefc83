local pretended = require "spec.support.pretended_module";

describe("the memory of rooms that are not logged", function ()
	local memory, of_services, stores;
	local function service(name)
		local world = pretended("mod_chat_rooms", {
			shared = {
				["/*/chat_database/api"] = { memory = function () return of_services; end };
				["/*/chat_rooms/memory"] = memory;
			};
		});
		local rooms = { service = name };
		world.library("memory")(rooms);
		stores[name] = { rooms = rooms, fire = world.fire };
		return rooms;
	end
	local conference;
	before_each(function ()
		memory, stores, of_services = {}, {}, { conference = 3, attic = 3 };
		conference = service "conference";
	end);

	local function room(name, id) return { jid = name .. "@c.x", chat = { id = id or 1 } }; end
	local function say(name, body, more)
		more = more or {};
		local stanza = "<message>" .. (more.padding or "") .. "</message>";
		(more.service or conference).remember(room(name, more.id), {
			nickname = "Ann", sender = more.sender or "ann@x/desk", sender_shown = true, body = body, stanza = stanza;
		});
	end
	local function said(name, id, rooms)
		local bodies = {};
		for _, message in ipairs((rooms or conference).told(name .. "@c.x", id or 1)) do
			table.insert(bodies, message.body);
		end
		return bodies;
	end
	local function is_empty()
		return memory.bytes == 0 and next(memory.people) == nil and memory.rooms:count() == 0;
	end

	it("has the newest messages, as many as the service shows", function ()
		for _, body in ipairs { "1", "2", "3", "4" } do say("lobby", body); end
		assert.same({ "2", "3", "4" }, said "lobby");
		local first = conference.told("lobby@c.x", 1)[1];
		assert.same({ "Ann", "ann@x/desk", true }, { first.nickname, first.sender, first.sender_shown });
		assert.is_true(math.abs(os.time() - first.sent_at) < 60);
		assert.same({}, said "den");
	end);

	it("tells the API of messages with a text", function ()
		say("lobby", nil);
		say("lobby", " \n");
		say("lobby", "3");
		assert.same({ "3" }, said "lobby");
		assert.equal(3, #conference.remembered("lobby@c.x", 1));
	end);

	it("is of one room: a later one of the name begins anew", function ()
		say("lobby", "old");
		assert.same({}, said("lobby", 2));
		say("lobby", "new", { id = 2 });
		assert.same({ "new" }, said("lobby", 2));
		assert.same({}, said("lobby", 1));
		stores.conference.fire("muc-room-destroyed", { room = room("lobby", 2) });
		assert.is_true(is_empty());
	end);

	it("keeps nothing while the operator wants nothing or the service shows none", function ()
		for _, bounds in ipairs { {}, { conference = 0 } } do
			of_services = bounds;
			say("lobby", "1");
			assert.is_true(is_empty());
		end
	end);

	it("shrinks with what the database allows", function ()
		for _, body in ipairs { "1", "2", "3" } do say("lobby", body); end
		of_services = { conference = 1 };
		stores.conference.fire("chat-memory-changed", {});
		assert.same({ "3" }, said "lobby");
		of_services = {};
		stores.conference.fire("chat-memory-changed", {});
		assert.is_true(is_empty());
	end);

	it("forgets what a person has said, in all services", function ()
		local attic = service "attic";
		say("lobby", "1");
		say("lobby", "2", { sender = "bob@x/desk" });
		say("lobby", "3", { sender = "ann@x/phone" });
		say("box", "4", { service = attic });
		memory.forget_person("ann@x");
		memory.forget_person("nobody@x");
		assert.same({ "2" }, said "lobby");
		assert.same({}, said("box", 1, attic));
		memory.forget_person("bob@x");
		assert.is_true(is_empty());
	end);

	it("ends with its service, not with another", function ()
		local attic = service "attic";
		say("lobby", "1");
		say("box", "2", { service = attic });
		conference.forget_all();
		assert.same({}, said "lobby");
		assert.same({ "2" }, said("box", 1, attic));
	end);

	it("is bounded in bytes, for each room and for all, and gives up the rooms silent longest", function ()
		local padding = ("x"):rep(400000);
		for _, body in ipairs { "1", "2", "3" } do say("lobby", body, { padding = padding }); end
		assert.same({ "2", "3" }, said "lobby");
		say("lobby", "huge", { padding = padding:rep(3) });
		assert.same({}, said "lobby");
		assert.is_true(is_empty());
		for number = 1, 200 do say("room" .. number, "x", { padding = padding }); end
		assert.is_true(memory.bytes <= 2 ^ 26);
		assert.same({}, said "room1");
		assert.same({ "x" }, said "room200");
		conference.forget_all();
		assert.is_true(is_empty());
	end);

	it("is bounded in rooms", function ()
		for number = 1, 10001 do say("room" .. number, "x"); end
		assert.equal(10000, memory.rooms:count());
		assert.same({}, said "room1");
		conference.forget_all();
		assert.is_true(is_empty());
	end);
end);
