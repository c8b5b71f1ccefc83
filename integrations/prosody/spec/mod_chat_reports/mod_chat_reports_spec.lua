local pretended = require "spec.support.pretended_module";
local json = require "util.json";
local st = require "util.stanza";
local parse = require "util.xml".parse;

local unpack = table.unpack;

-- Time gives nothing back.
local function throttle(most)
	return { poll = function (_, cost)
		if most < cost then return false; end
		most = most - cost;
		return true;
	end };
end

describe("reports", function ()
	local calls, answer, ask, sent, world, room;
	local function session(type)
		local function send(stanza) table.insert(sent, stanza); end
		return { type = type or "c2s", username = "ann", full_jid = "ann@example.org/desk", send = send };
	end
	before_each(function ()
		calls, answer, ask, sent, room = {}, { true, { stored = 1 } }, nil, {}, nil;
		world = pretended("mod_chat_reports", {
			requires = { ["util.throttle"] = { create = throttle } };
			shared = { ["/*/chat_database/api"] = { call = function (...)
				table.insert(calls, { ... });
				if ask then return ask(...); end
				return unpack(answer);
			end } };
			prosody = { hosts = { ["conference.example.org"] = { modules = { muc = {
				get_room_from_jid = function (jid) return jid == "tea@conference.example.org" and room or nil; end;
			} } } } };
		});
		world.load();
	end);

	local function block(...)
		local stanza = parse(("<iq type='set' id='1' xml:lang='de'><block xmlns='urn:xmpp:blocking'>%s</block></iq>")
			:format(table.concat { ... }));
		return world.fire("iq-set/self/urn:xmpp:blocking:block", { origin = session(), stanza = stanza }), stanza;
	end
	local function message(text, from, type)
		local stanza = parse(("<message from='%s' to='example.org'>%s</message>"):format(from or "ann@example.org/desk", text));
		return world.fire("message/host", { origin = session(type), stanza = stanza });
	end

	it("are announced", function ()
		assert.same({
			"urn:xmpp:reporting:0", "urn:xmpp:reporting:1", "urn:xmpp:reporting:reason:spam:0", "urn:xmpp:reporting:reason:abuse:0",
		}, world.features);
	end);

	it("of both forms are stored before anybody is blocked, and nobody else is told of them", function ()
		local result, stanza = block([[
			<item jid='Bob@example.org'><report xmlns='urn:xmpp:reporting:1' reason='urn:xmpp:reporting:spam'>
				<stanza-id xmlns='urn:xmpp:sid:0' by='ann@example.org' id='17'/><text xml:lang='en'>Buy</text><report-origin/>
			</report></item>]], [[
			<item jid='eve@x'><report xmlns='urn:xmpp:reporting:0'><abuse/><text>Rude</text></report></item>]], "<item jid='zoe@x'/>");
		assert.is_nil(result);
		assert.same({ { "store_report", "ann@example.org", "blocking", {
			{
				accused = "bob@example.org", kind = "spam", text = "Buy", language = "en";
				processing = { "report-origin" }, named = { { by = "ann@example.org", id = "17" } };
			},
			{ accused = "eve@x", kind = "abuse", text = "Rude", language = "de", processing = {}, named = {} },
		} } }, calls);
		assert.is_nil(tostring(stanza):find("report", 1, true));
		assert.equal(3, #stanza.tags[1].tags);
	end);

	it("are not stored where nothing is reported, nor where mod_blocklist will refuse", function ()
		assert.is_nil((block("<item jid='eve@x'/>")));
		assert.is_nil((block("<item jid='eve@x'><report xmlns='urn:xmpp:reporting:0'/></item><item jid='@'/>")));
		assert.same({}, calls);
	end);

	it("that cannot be stored block nobody, and the client hears of it", function ()
		for _, failure in ipairs { { false, "unavailable" }, { true, nil } } do
			answer = failure;
			assert.is_true((block("<item jid='eve@x'><report xmlns='urn:xmpp:reporting:1'/></item>")));
			local type, condition = table.remove(sent):get_error();
			assert.same({ "wait", "internal-server-error" }, { type, condition });
		end
	end);

	it("say who has the nickname now, and whether the reporter is there", function ()
		room = {
			get_occupant_by_nick = function (_, nick)
				assert.equal("tea@conference.example.org/Bo", nick);
				return { bare_jid = "bob@example.org" };
			end;
			get_occupant_jid = function (_, jid) return jid == "ann@example.org/desk" and "x" or nil; end;
		};
		block("<item jid='tea@conference.example.org/Bo'><report xmlns='urn:xmpp:reporting:1'/></item>");
		local report = calls[1][4][1];
		assert.same({ "other", "bob@example.org", true }, { report.kind, report.person, report.present });
	end);

	it("name twenty messages at most", function ()
		local ids = ("<stanza-id xmlns='urn:xmpp:sid:0'/>"):rep(25);
		block("<item jid='eve@x'><report xmlns='urn:xmpp:reporting:1'>" .. ids .. "</report></item>");
		assert.equal(20, #calls[1][4][1].named);
		assert.same({ by = "", id = "" }, calls[1][4][1].named[1]);
	end);

	local reporting = "<report xmlns='urn:xmpp:reporting:1'><jid xmlns='urn:xmpp:jid:0'>eve@x</jid></report>";
	local forwarded = "<forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-01-01T00:00:00Z'/>"
		.. "<message xmlns='jabber:client' from='eve@x/y'><body>Buy</body></message></forwarded>";

	it("in messages to the domain are stored, with what is handed over only from other servers", function ()
		assert.is_true(message(reporting .. forwarded));
		assert.same({ "store_report", "ann@example.org", "message" }, { unpack(calls[1], 1, 3) });
		assert.is_nil(calls[1][4][1].forwarded);
		assert.is_true(message(reporting .. forwarded, "other.example", "s2sin"));
		assert.same({ "store_report", "other.example", "message" }, { unpack(calls[2], 1, 3) });
		local one = calls[2][4][1].forwarded[1];
		assert.same({ "eve@x/y", 1767225600 }, { one.from, one.sent_at });
		assert.truthy(one.stanza:find("<body>Buy</body>", 1, true));
		assert.same({}, sent);
	end);

	it("of another server leave out what is too long, which is missing", function ()
		local frame = "<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client'><body>%s</body></message></forwarded>";
		message(reporting .. forwarded .. frame:format(("x"):rep(33000)) .. frame:format(("x"):rep(30000)), "other.example", "s2sin");
		local report = calls[1][4][1];
		assert.same({ 2, 1 }, { #report.forwarded, report.missing });
		message(reporting .. frame:format(("x"):rep(33000)) .. frame:format("x"):rep(12), "other.example", "s2sin");
		report = calls[2][4][1];
		assert.same({ 9, 1 }, { #report.forwarded, report.missing });
	end);

	it("in messages are refused without a JID, and when they cannot be stored", function ()
		assert.is_true(message("<report xmlns='urn:xmpp:reporting:0'/>"));
		answer = { false, "unavailable" };
		assert.is_true(message(reporting));
		local conditions = {};
		for _, stanza in ipairs(sent) do table.insert(conditions, (select(2, stanza:get_error()))); end
		assert.same({ "bad-request", "internal-server-error" }, conditions);
	end);

	it("leave other messages to others", function ()
		assert.is_nil(message("<body>Hi</body>"));
		assert.is_nil(message(reporting, "conference.example.org", "component"));
		assert.same({}, calls);
	end);

	it("of JIDs that are too long are not stored: in blocks counted, in messages refused", function ()
		local long = ("ö"):rep(500) .. "@example.org/" .. ("x"):rep(1000);
		local fits = ("x"):rep(988) .. "@example.org/" .. ("x"):rep(999);
		assert.equal(2000, #fits);
		local function item(jid) return ("<item jid='%s'><report xmlns='urn:xmpp:reporting:1'/></item>"):format(jid); end
		local result, stanza = block(item(long));
		assert.is_nil(result);
		assert.is_nil(tostring(stanza):find("report", 1, true));
		assert.same({}, calls);
		assert.is_nil((block(item(fits .. "x"), item(fits))));
		assert.same({ fits, nil }, { calls[1][4][1].accused, calls[1][4][2] });
		world.timers[1].callback();
		assert.same({ "refuse_reports", 2 }, calls[2]);
		local about = "<report xmlns='urn:xmpp:reporting:1'><jid xmlns='urn:xmpp:jid:0'>%s</jid></report>";
		assert.is_true(message(about:format(fits .. "x")));
		assert.same({ "modify", "bad-request" }, { unpack({ sent[1]:get_error() }, 1, 2) });
		assert.equal(2, #calls);
	end);

	it("of another server are dropped from the 61st a minute on, and counted", function ()
		for _ = 1, 63 do assert.is_true(message(reporting, "x@other.example/y", "s2sin")); end
		assert.equal(60, #calls);
		message(reporting, "third.example", "s2sin");
		assert.equal(61, #calls);
		assert.equal(1, #world.timers);
		answer = { false, "unavailable" };
		world.timers[1].callback();
		answer = { true, 3 };
		world.timers[1].callback();
		assert.same({ "refuse_reports", 3 }, calls[#calls]);
		world.timers[1].callback();
		assert.equal(63, #calls);
	end);

	it("of all other servers are dropped from the 601st a minute on", function ()
		for n = 1, 620 do assert.is_true(message(reporting, ("x@other%d.example/y"):format(n % 20), "s2sin")); end
		assert.equal(600, #calls);
		assert.is_true(message(reporting));
		assert.equal(601, #calls);
	end);

	it("that are closed are told to who has reported, once", function ()
		local replies = {
			{ id = "7", closed = "a", to = "ann@example.org", body = "Thanks for 7" },
			{ id = "8", closed = "a", body = "Thanks for 8" },
			{ id = "9", closed = "a", to = json.null, body = "Thanks for 9" },
		};
		local answers = { { true, replies }, { true, "2" }, { true, {} } };
		local function told()
			local asked = {};
			ask = function (...)
				table.insert(asked, { ... });
				return unpack(table.remove(answers, 1));
			end;
			world.fire("chat-report-replies");
			return asked;
		end
		assert.same({
			{ "report_replies" },
			{ "replied", { { id = "7", closed = "a" }, { id = "8", closed = "a" }, { id = "9", closed = "a" } } },
			{ "report_replies" },
		}, told());
		assert.equal(1, #world.sent);
		assert.same({ "example.org", "ann@example.org", "chat", "Thanks for 7" }, {
			world.sent[1].attr.from, world.sent[1].attr.to, world.sent[1].attr.type, world.sent[1]:get_child_text("body"),
		});
		-- the database did not hear of it, and later it is closed again
		answers = { { true, replies }, { false, "unavailable" } };
		assert.equal(2, #told());
		assert.equal(1, #world.sent);
		replies[1].closed = "b";
		answers = { { true, replies }, { true, "0" } };
		assert.equal(2, #told());
		assert.equal(2, #world.sent);
		answers = { { false, "unavailable" } };
		assert.equal(1, #told());
	end);

	it("are not looked for in errors", function ()
		local stanza = parse("<message type='error' from='ann@example.org/desk'>" .. reporting .. "</message>");
		assert.is_nil(world.fire("message/host", { origin = session(), stanza = st.clone(stanza) }));
	end);
end);
