local parse = require "util.xml".parse;
local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local ROOM = "lobby@conference.example.org";
local V0 = "<apply-to xmlns='urn:xmpp:fasten:0' id='17'><moderate xmlns='urn:xmpp:message-moderate:0'>"
	.. "<retract xmlns='urn:xmpp:message-retract:0'/><reason>spam</reason></moderate></apply-to>";
local V1 = "<moderate xmlns='urn:xmpp:message-moderate:1' id='17'>"
	.. "<retract xmlns='urn:xmpp:message-retract:1'/><reason>spam</reason></moderate>";
local ANNOUNCEMENT = "<message type='groupchat' from='" .. ROOM .. "' id='retraction-17'/>";

describe("messages that are taken back", function ()
	local world, rooms, room, calls, answers, heard, answered, occupant, affiliation, loaded, unloaded;
	before_each(function ()
		calls, heard, answered, occupant, affiliation, loaded, unloaded = {}, {}, {}, nil, nil, false, {};
		answers = { retract_message = { true, { outcome = "retracted", id = "18", stanza = ANNOUNCEMENT } } };
		room = {
			jid = ROOM, chat = { row = { log_enabled = true } };
			get_occupant_by_real_jid = function () return occupant; end;
			get_affiliation = function () return affiliation; end;
			broadcast = function (_, stanza) table.insert(heard, tostring(stanza)); end;
		};
		rooms = {
			service = "conference", name_of = function () return "lobby"; end;
			find = function () return room; end;
			unavailable = function (stanza) return st.error_reply(stanza, "wait", "internal-server-error"); end;
		};
		world = pretended("mod_chat_rooms", {
			shared = {
				["/*/chat_database/api"] = {
					instance = "chat-1";
					call = function (name, ...)
						table.insert(calls, { name, ... });
						return table.unpack(answers[name] or { true }, 1, 2);
					end;
				};
			};
			requires = {
				["core.modulemanager"] = {
					is_loaded = function () return loaded; end;
					unload = function (host, name) table.insert(unloaded, host .. " " .. name); end;
				};
			};
		});
	end);
	local function load() world.library("moderation")(rooms); end

	local function present_as(role)
		occupant = {
			role = role, nick = ROOM .. "/Mod";
			get_presence = function ()
				return st.presence():tag("occupant-id", { xmlns = "urn:xmpp:occupant-id:0", id = "mod=" }):reset();
			end;
		};
	end

	local function ask(payload)
		load();
		local stanza = st.iq({ type = "set", id = "1", from = "mod@example.org/desk", to = ROOM });
		stanza:add_child(parse(payload)):reset();
		local child = stanza.tags[1];
		return world.fire("iq-set/bare/" .. child.attr.xmlns .. ":" .. child.name, {
			origin = { send = function (reply) table.insert(answered, reply); end }; stanza = stanza;
		});
	end
	local function refused(condition)
		local _, found, text = answered[1]:get_error();
		assert.equal(condition, found);
		assert.same({}, heard);
		return text;
	end

	for version, payload in pairs { ["0"] = V0, ["1"] = V1 } do
		it("are asked of the database, and everybody hears it, by version " .. version, function ()
			present_as("moderator");
			assert.is_true(ask(payload));
			assert.same({ "retract_message", "conference", "lobby", {
				id = "17", reason = "spam", actor = "mod@example.org", node = "chat-1";
				moderator = ROOM .. "/Mod", moderator_id = "mod=";
			} }, calls[1]);
			assert.equal("result", answered[1].attr.type);
			assert.equal(1, #heard);
			local told = parse(heard[1]);
			assert.equal("18", told:get_child("stanza-id", "urn:xmpp:sid:0").attr.id);
			assert.equal(ROOM, told:get_child("stanza-id", "urn:xmpp:sid:0").attr.by);
			assert.same({ "told", { "18" } }, { calls[2][1], { table.unpack(calls[2][2]) } });
		end);
	end

	it("by owners and admins who are not there, in the name of the room", function ()
		for _, held in ipairs { "owner", "admin" } do
			affiliation, calls = held, {};
			ask(V1);
			assert.is_nil(calls[1][4].moderator);
		end
	end);

	it("by nobody else", function ()
		for _, held in ipairs { "member", "outcast", false } do
			affiliation, answered = held or nil, {};
			ask(V1);
			assert.equal("Only moderators may take back messages", refused("forbidden"));
		end
		for _, role in ipairs { "participant", "visitor" } do
			present_as(role);
			answered = {};
			ask("<moderate xmlns='urn:xmpp:message-moderate:1'/>");
			refused("forbidden");
		end
		assert.same({}, calls);
	end);

	it("not without an id, without saying what, or for too long a reason", function ()
		present_as("moderator");
		local long = ("ä"):rep(256);
		for _, wrong in ipairs {
			(V1:gsub(" id='17'", "")), (V1:gsub("message%-retract:1", "message-retract:2")), (V1:gsub("spam", long)),
			(V0:gsub(" id='17'", "")), (V0:gsub("spam", long)),
		} do
			answered = {};
			ask(wrong);
			refused("bad-request");
		end
		assert.same({}, calls);
		ask((V1:gsub("spam", ("ä"):rep(255))));
		assert.equal(1, #heard);
	end);

	it("tell nobody when there is no such message, or it was taken back, or the database is away", function ()
		present_as("moderator");
		answers.retract_message = { true, { outcome = "missing" } };
		ask(V1);
		assert.equal("There is no such message", refused("item-not-found"));
		answers.retract_message, answered = { true, { outcome = "unchanged" } }, {};
		ask(V1);
		assert.equal("result", answered[1].attr.type);
		answers.retract_message, answered = { false, "unavailable" }, {};
		ask(V1);
		refused("internal-server-error");
		assert.equal(3, #calls);
	end);

	it("are none of ours where something else is asked, or there is no room", function ()
		assert.is_nil(ask "<apply-to xmlns='urn:xmpp:fasten:0' id='17'><external name='x'/></apply-to>");
		room = nil;
		assert.is_nil(ask(V1));
		assert.same({}, answered);
	end);

	it("are announced once, whoever says so, and by rooms without people not at all", function ()
		load();
		rooms.tell_retraction(nil, "20", ANNOUNCEMENT);
		rooms.tell_retraction(room, "20", ANNOUNCEMENT);
		for _ = 1, 2 do rooms.tell_retraction(room, "21", ANNOUNCEMENT); end
		rooms.tell_retraction(room, "22", "<message");
		assert.equal(1, #heard);
		assert.matches("^error: Message 22 cannot be read", world.logged[1]);
	end);

	it("are found in what their authors send, but not in forged announcements", function ()
		load();
		local function taken_back(xml) return { rooms.taken_back(parse("<message>" .. xml .. "</message>")) }; end
		assert.same({ "17" }, taken_back "<retract xmlns='urn:xmpp:message-retract:1' id='17'/>");
		assert.same({ nil, "a" }, taken_back
			"<apply-to xmlns='urn:xmpp:fasten:0' id='a'><retract xmlns='urn:xmpp:message-retract:0'/></apply-to>");
		for _, other in ipairs {
			"<body>x</body>", "<apply-to xmlns='urn:xmpp:fasten:0' id='a'/>",
			"<retract xmlns='urn:xmpp:message-retract:1' id='17'><moderated xmlns='urn:xmpp:message-moderate:1'/></retract>",
			"<apply-to xmlns='urn:xmpp:fasten:0' id='a'><moderated xmlns='urn:xmpp:message-moderate:0'>"
				.. "<retract xmlns='urn:xmpp:message-retract:0'/></moderated></apply-to>",
		} do
			assert.same({}, taken_back(other));
		end
	end);

	it("are a feature of logged rooms alone", function ()
		load();
		local function features()
			local reply = st.stanza("query");
			world.fire("muc-disco#info", { room = room, reply = reply });
			local list = {};
			for feature in reply:childtags("feature") do table.insert(list, feature.attr.var); end
			return list;
		end
		assert.same({
			"urn:xmpp:message-moderate:0", "urn:xmpp:message-moderate:1", "urn:xmpp:message-retract:0",
			"urn:xmpp:message-retract:1", "urn:xmpp:message-retract:1#tombstone",
		}, features());
		room.chat.row.log_enabled = false;
		assert.same({}, features());
	end);

	it("are not left to the stock module", function ()
		loaded = true;
		load();
		world.fire("module-loaded", { module = "muc_moderation" });
		world.fire("module-loaded", { module = "muc_mam" });
		assert.same({ "example.org muc_moderation", "example.org muc_moderation" }, unloaded);
		assert.matches("^error: The module muc_moderation", world.logged[1]);
	end);
end);
