local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("the people in a room", function ()
	local world, rooms, room;
	before_each(function ()
		rooms = {};
		world = pretended("mod_chat_rooms");
		world.library("occupants")(rooms);
		room = { chat = { joined = {}, joins = 0 }, occupants = {} };
		function room:get_affiliation(jid) return jid == "ann@x" and "owner" or nil; end
		function room:each_occupant() return pairs(self.occupants); end
	end);

	local function occupant(name, sessions)
		local one = { nick = "lobby@c.x/" .. name, bare_jid = name:lower() .. "@x", role = "participant" };
		function one:each_session() return pairs(sessions); end
		room.occupants[one.nick] = one;
		for jid in pairs(sessions) do world.fire("muc-occupant-session-new", { room = room, jid = jid }); end
		return one;
	end
	local function listed()
		local list = {};
		for _, entry in ipairs(rooms.occupants(room)) do
			table.insert(list, ("%s %s %s %s"):format(entry.nickname, entry.jid, entry.role, entry.affiliation));
		end
		return list;
	end

	it("are listed with each of their sessions, in the order of joining", function ()
		occupant("Bob", { ["bob@x/desk"] = st.presence() });
		occupant("Ann", { ["ann@x/desk"] = st.presence() });
		assert.same({ "Bob bob@x/desk participant none", "Ann ann@x/desk participant owner" }, listed());
	end);

	it("are found by their sessions, each room once", function ()
		local function live(name, ...)
			local joined = {};
			for _, session in ipairs({ ... }) do joined[session] = 1; end
			return { name = name, chat = { joined = joined } };
		end
		rooms.live = {
			live("den", "ann@x/desk", "ann@x/phone"), live("tea", "bob@x/desk"), live("bar", "ann@x/phone"), live("void"),
		};
		function rooms.name_of(one) return one.name; end
		local paces = 0;
		local function pace() paces = paces + 1; end
		local found = rooms.joined_by({ "ann@x/desk", "ann@x/phone" }, pace);
		table.sort(found);
		assert.same({ "bar", "den" }, { table.unpack(found) });
		assert.equal(4, paces);
		assert.same({}, { table.unpack(rooms.joined_by({}, pace)) });
		assert.equal(4, paces);
	end);

	it("keep their place when they say something again, and lose it when they leave", function ()
		local bob = occupant("Bob", { ["bob@x/desk"] = st.presence() });
		occupant("Ann", { ["ann@x/desk"] = st.presence() });
		world.fire("muc-occupant-session-new", { room = room, jid = "bob@x/desk" });
		assert.equal("Bob", rooms.occupants(room)[1].nickname);
		world.fire("muc-occupant-left", { room = room, occupant = bob });
		world.fire("muc-occupant-session-new", { room = room, jid = "bob@x/desk" });
		assert.equal("Ann", rooms.occupants(room)[1].nickname);
		world.fire("muc-occupant-pre-leave", { room = room, stanza = st.presence { from = "ann@x/desk" } });
		world.fire("muc-occupant-session-new", { room = room, jid = "ann@x/desk" });
		assert.equal("Bob", rooms.occupants(room)[1].nickname);
	end);

	it("keep their place under a new nickname", function ()
		local sessions = { ["bob@x/desk"] = st.presence() };
		local bob = occupant("Bob", sessions);
		occupant("Ann", { ["ann@x/desk"] = st.presence() });
		world.fire("muc-occupant-left", { room = room, occupant = bob, stanza = st.presence { to = "lobby@c.x/Rob" } });
		room.occupants[bob.nick], bob.nick = nil, "lobby@c.x/Rob";
		room.occupants[bob.nick] = bob;
		assert.equal("Rob", rooms.occupants(room)[1].nickname);
		world.fire("muc-occupant-left", { room = room, occupant = bob, stanza = st.presence { type = "unavailable" } });
		world.fire("muc-occupant-session-new", { room = room, jid = "bob@x/desk" });
		assert.equal("Ann", rooms.occupants(room)[1].nickname);
	end);

	it("are those who are available, and nobody where there is no room", function ()
		occupant("Bob", { ["bob@x/desk"] = st.presence { type = "unavailable" } });
		assert.same({}, listed());
		assert.same({}, rooms.occupants(nil));
	end);
end);
