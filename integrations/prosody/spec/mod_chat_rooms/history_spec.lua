local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local ROOM = "lobby@conference.example.org";

describe("what is said in a room", function ()
	local asked, answered, answer, dissolved, world;
	local function prepare(room)
		asked, answered, dissolved = nil, nil, false;
		world = pretended("mod_chat_rooms", {
			shared = {
				["/*/chat_database/api"] = {
					call = function (...)
						asked = { ... };
						return table.unpack(answer, 1, 2);
					end;
				};
			};
			answers = { ["muc-message-is-historic"] = true };
		});
		world.library("history")({
			service = "conference", name_of = function () return "lobby"; end;
			unavailable = function (stanza) return st.error_reply(stanza, "wait", "internal-server-error"); end;
			dissolve = function () dissolved = true; end;
			find = function () return room; end;
		});
	end
	local function room_with(fields)
		return {
			jid = ROOM, chat = { row = { log_enabled = fields.log_enabled } };
			get_whois = function () return fields.whois or "moderators"; end;
			get_affiliation = function (_, jid) return fields.affiliations and fields.affiliations[jid]; end;
			get_password = function () return fields.password; end;
			get_occupant_jid = function (_, jid) return fields.inside and fields.inside[jid]; end;
		};
	end
	local function say(fields, stanza)
		local room = room_with(fields);
		prepare(room);
		stanza = stanza or st.message({ type = "groupchat", from = "ann@x/desk", to = ROOM, id = "1" }, "hello");
		local event = {
			room = room, stanza = stanza, origin = { send = function (reply) answered = reply; end };
			occupant = { nick = ROOM .. "/Ann", bare_jid = "ann@x", role = "participant" };
		};
		return world.fire("muc-occupant-groupchat", event), stanza, room;
	end

	it("is not stored where nothing is logged", function ()
		answer = { true, { id = "9" } };
		say {};
		assert.is_nil(asked);
	end);

	it("is never kept in memory as well", function ()
		prepare(room_with {});
		assert.is_true(world.fire("muc-add-history", { stanza = st.message(), room = { jid = ROOM } }));
	end);

	it("may be read by those who may enter", function ()
		local function may_read(fields)
			prepare(room_with(fields));
			local stanza = st.iq { type = "set", id = "1", from = "ann@x/desk", to = ROOM };
			local stopped = world.fire("iq-set/bare/urn:xmpp:mam:2:query", {
				stanza = stanza, origin = { send = function (reply) answered = reply; end };
			});
			return not stopped;
		end
		assert.is_true(may_read {});
		assert.is_false(may_read { password = "p" });
		assert.equal("forbidden", (select(2, answered:get_error())));
		assert.is_true(may_read { password = "p", inside = { ["ann@x/desk"] = ROOM .. "/Ann" } });
		assert.is_true(may_read { password = "p", affiliations = { ["ann@x/desk"] = "member" } });
	end);

	describe("in a logged room", function ()
		local function logged(fields, stanza)
			fields.log_enabled = true;
			return say(fields, stanza);
		end

		it("is stored before anybody hears it, from the occupant's address, and gets its id then", function ()
			answer = { true, { id = "9" } };
			local stopped, stanza, room = logged {};
			assert.is_nil(stopped);
			local _, service, name, message = table.unpack(asked);
			assert.same({ "conference", "lobby" }, { service, name });
			assert.same(
				{ "Ann", "ann@x/desk", "groupchat", "hello" },
				{ message.nickname, message.sender, message.type, message.body }
			);
			assert.is_not_nil(message.stanza:find("from='lobby@conference.example.org/Ann'", 1, true));
			assert.is_nil(message.stanza:find("ann@x", 1, true));
			world.fire("muc-add-history", { stanza = stanza, room = room });
			assert.equal("9", stanza:get_child("stanza-id", "urn:xmpp:sid:0").attr.id);
		end);

		it("shows the real address only where everybody may see it, and forged marks never", function ()
			answer = { true, { id = "9" } };
			local forged = st.message({ type = "groupchat", from = "ann@x/desk", to = ROOM, id = "1" }, "hello")
				:tag("stanza-id", { xmlns = "urn:xmpp:sid:0", by = ROOM, id = "forged" }):up()
				:tag("x", { xmlns = "http://jabber.org/protocol/muc#user" }):tag("status", { code = "301" }):reset();
			logged({ whois = "anyone", affiliations = { ["ann@x"] = "admin" } }, forged);
			local text = asked[4].stanza;
			assert.is_nil(text:find("forged", 1, true));
			assert.is_nil(text:find("301", 1, true));
			assert.is_not_nil(text:find("ann@x", 1, true));
			assert.is_not_nil(text:find("admin", 1, true));
		end);

		it("is heard by nobody when it cannot be stored", function ()
			answer = { false, "unavailable" };
			assert.is_true((logged {}));
			assert.equal("internal-server-error", (select(2, answered:get_error())));
			assert.is_false(dissolved);
		end);

		it("ends the room when its row is gone", function ()
			answer = { true, nil };
			assert.is_true((logged {}));
			assert.equal("item-not-found", (select(2, answered:get_error())));
			assert.is_true(dissolved);
		end);
	end);
end);
