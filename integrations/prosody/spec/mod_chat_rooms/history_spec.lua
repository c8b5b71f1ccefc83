local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local ROOM = "lobby@conference.example.org";

describe("what is said in a room", function ()
	local asked, answered, answer, dissolved, world, kept, most, has_messages;
	before_each(function () kept, most, has_messages = {}, nil, nil; end);
	local function prepare(room)
		asked, answered, dissolved = nil, nil, false;
		world = pretended("mod_chat_rooms", {
			shared = {
				["/*/chat_database/api"] = {
					call = function (...)
						if (...) == "room" then return true, { has_messages = has_messages }; end
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
			most_remembered = function () return most; end;
			remember = function (_, message) table.insert(kept, message); end;
			remembered = function () return kept; end;
			taken_back = function (stanza) return stanza.attr.retracts, stanza.attr.retracts_message; end;
			occupant_id_in = function () return "ann="; end;
		});
	end
	local function room_with(fields)
		return {
			jid = ROOM, chat = { row = { log_enabled = fields.log_enabled, has_messages = fields.has_messages } };
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

	it("is remembered there, unless the operator wants it not or the service shows none", function ()
		for _, nothing in ipairs { false, 0 } do
			most = nothing or nil;
			say {};
			assert.same({}, kept);
		end
		most = 25;
		local stopped = say { whois = "anyone" };
		assert.is_nil(stopped);
		assert.is_nil(asked);
		local message = kept[1];
		assert.same({ "Ann", "ann@x/desk", true, "hello" },
			{ message.nickname, message.sender, message.sender_shown, message.body });
		assert.is_not_nil(message.stanza:find("from='" .. ROOM .. "/Ann'", 1, true));
		say {};
		assert.is_false(kept[2].sender_shown);
	end);

	it("is not remembered where it is stored", function ()
		most, answer = 25, { true, { id = "9" } };
		local _, _, room = say { log_enabled = true };
		assert.same({}, kept);
		assert.is_true(room.chat.row.has_messages);
	end);

	it("is never kept by mod_muc as well", function ()
		prepare(room_with {});
		assert.is_true(world.fire("muc-add-history", { stanza = st.message(), room = { jid = ROOM } }));
	end);

	describe("before somebody enters", function ()
		local function shown(fields, items, more)
			local room = room_with(fields);
			prepare(room);
			answer = { true, items and { items = items } };
			local event = { room = room, to = "bob@x/desk" };
			for name, value in pairs(more or {}) do event[name] = value; end
			assert.is_true(world.fire("muc-get-history", event));
			local list = {};
			for stanza in event.next_stanza or function () end, event do list[#list + 1] = stanza; end
			return list;
		end
		local function item(id, fields)
			fields = fields or {};
			return {
				id = id, sent_at = 1700000000.25, sender = "ann@x/desk", sender_shown = fields.sender_shown;
				stanza = fields.stanza or "<message type='groupchat' from='" .. ROOM .. "/Ann'><body>hello</body>"
					.. "<x xmlns='http://jabber.org/protocol/muc#user'><item jid='ann@x'/></x></message>";
			};
		end
		local function delayed_from(stanza) return stanza:get_child("delay", "urn:xmpp:delay").attr.from; end

		it("is shown in order, as delayed by the occupant", function ()
			local list = shown({ log_enabled = true }, { item "7", item "8" });
			assert.same({ "7", "8" }, {
				list[1]:get_child("stanza-id", "urn:xmpp:sid:0").attr.id, list[2]:get_child("stanza-id", "urn:xmpp:sid:0").attr.id,
			});
			assert.same({ ROOM .. "/Ann", "bob@x/desk" }, { delayed_from(list[1]), list[1].attr.to });
			assert.equal("2023-11-14T22:13:20Z", list[1]:get_child("delay", "urn:xmpp:delay").attr.stamp);
			assert.same({ limit = 100, reverse = true }, asked[4]);
		end);

		it("is shown with the sender where everybody could see it, and still can", function ()
			local open = { log_enabled = true, whois = "anyone" };
			local public = shown(open, { item("7", { sender_shown = true }) })[1];
			assert.equal("ann@x/desk", delayed_from(public));
			assert.is_not_nil(tostring(public):find("jid='ann@x'", 1, true));
			for _, list in ipairs {
				shown(open, { item("7", { sender_shown = false }) });
				shown({ log_enabled = true }, { item("7", { sender_shown = true }) });
			} do
				assert.equal(ROOM .. "/Ann", delayed_from(list[1]));
				assert.is_nil(tostring(list[1]):find("ann@x", 1, true));
			end
		end);

		it("is as much as was asked for", function ()
			local logged = { log_enabled = true };
			shown(logged, {}, { maxstanzas = 3, since = 1700000000 });
			assert.same({ start = 1700000000, limit = 3, reverse = true }, asked[4]);
			assert.same({}, shown(logged, { item "7" }, { maxstanzas = 0 }));
			assert.is_nil(asked);
			assert.same({}, shown(logged, { item "7" }, { maxchars = 0 }));
			local size = #tostring(shown(logged, { item "7" })[1]);
			assert.equal(1, #shown(logged, { item "7", item "8" }, { maxchars = size + 1 }));
		end);

		describe("of a room that is not logged", function ()
			local function remember(...)
				most = 25;
				for index, time in ipairs { ... } do
					local text = "<message type='groupchat' from='" .. ROOM .. "/Ann'><body>" .. index .. "</body></message>";
					kept[index] = { sent_at = time, sender = "ann@x/desk", sender_shown = true, stanza = text };
				end
			end
			local function bodies(list)
				local texts = {};
				for _, stanza in ipairs(list) do table.insert(texts, stanza:get_child_text("body")); end
				return texts;
			end

			it("is what is remembered, in order, without ids of an archive", function ()
				remember(1700000000, 1700000001, 1700000002);
				local list = shown({ whois = "anyone" }, {});
				assert.same({ "1", "2", "3" }, bodies(list));
				assert.same({ "ann@x/desk", "bob@x/desk" }, { delayed_from(list[1]), list[1].attr.to });
				assert.is_nil(list[1]:get_child("stanza-id", "urn:xmpp:sid:0"));
				assert.is_nil(asked);
				assert.same({ "3" }, bodies(shown({}, {}, { maxstanzas = 1 })));
				assert.same({ "2", "3" }, bodies(shown({}, {}, { since = 1700000001 })));
				assert.equal(ROOM .. "/Ann", delayed_from(shown({}, {})[1]));
			end);

			it("is what is stored while anything is", function ()
				remember(1700000000);
				has_messages = true;
				assert.same({ "hello" }, bodies(shown({ has_messages = true }, { item "7" })));
				assert.same({}, bodies(shown({ has_messages = true }, {}, { since = 1700000001 })));
				has_messages = nil;
				assert.same({ "1" }, bodies(shown({ has_messages = true }, {})));
			end);

			it("is nothing when the operator wants it so, whatever is stored", function ()
				remember(1700000000);
				most = nil;
				assert.same({}, shown({ has_messages = true }, { item "7" }));
			end);
		end);

		it("is nothing where nothing is logged or can be read", function ()
			assert.same({}, shown({}, { item "7" }));
			assert.same({}, shown({ log_enabled = true }, nil));
			assert.equal(1, #shown({ log_enabled = true }, { item("7", { stanza = "<message" }), item "8" }));
		end);
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

		it("is known by its ids, and by what its author takes back with it", function ()
			answer = { true, { id = "9" } };
			logged {};
			local message = asked[4];
			assert.same({ "1", "ann=" }, { message.message_id, message.occupant_id });
			assert.same({}, { message.retracts, message.retracts_message });
			local attributes = { type = "groupchat", from = "ann@x/desk", to = ROOM, id = "2" };
			for _, name in ipairs { "retracts", "retracts_message" } do
				attributes.retracts, attributes.retracts_message = nil, nil;
				attributes[name] = "7";
				logged({}, st.message(attributes));
				assert.equal("7", asked[4][name]);
			end
		end);

		it("is known by what it corrects, and is heard by nobody when that refuses corrections", function ()
			local correction = st.message({ type = "groupchat", from = "ann@x/desk", to = ROOM, id = "2" }, "hello again")
				:tag("replace", { xmlns = "urn:xmpp:message-correct:0", id = "1" }):reset();
			answer = { true, { id = "9" } };
			assert.is_nil((logged({}, correction)));
			assert.equal("1", asked[4].corrects);
			for outcome, reason in pairs {
				limit = "The message was corrected too often", retracted = "The message was taken back",
			} do
				answer, answered = { true, { outcome = outcome } }, nil;
				assert.is_true((logged({}, correction)));
				local kind, condition, text = answered:get_error();
				assert.same({ "cancel", "not-allowed", reason }, { kind, condition, text });
			end
			assert.is_false(dissolved);
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
