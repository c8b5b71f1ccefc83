local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local ROOM = "lobby@conference.example.org";

-- A room with `row`, people who have `affiliations`, and so many occupants.
local function a_room(row, occupants, affiliations)
	local room = { jid = ROOM, chat = { row = row } };
	function room:get_affiliation(jid) return affiliations and affiliations[jid:match("^[^/]*")]; end
	function room:get_registered_nick(jid) return jid == "reg@example.org" and "Reserved" or nil; end
	function room:each_occupant()
		local left = occupants;
		return function ()
			left = left - 1;
			return left >= 0 and left or nil;
		end;
	end
	return room;
end

local function world_with(live)
	local world = pretended("mod_chat_rooms", { host = "conference.example.org" });
	local room_mt = { publicise_occupant_status = function (_, _, x) return x; end };
	world.library("entry")({ live = live or {}, muc = { room_mt = room_mt } });
	return world, room_mt;
end

-- The condition with which an entry under `nick` is refused; nil when it is not.
local function refused(room, given)
	local world = world_with();
	local answer;
	local stanza = st.presence({ from = (given.from or "ann@example.org") .. "/desk", to = ROOM .. "/" .. (given.nick or "Ann") })
		:tag("x", { xmlns = "http://jabber.org/protocol/muc" }):up();
	local stopped = world.fire(given.event or "muc-occupant-pre-join", {
		room = room, stanza = stanza, origin = { send = function (reply) answer = reply; end };
		occupant = { nick = stanza.attr.to }, dest_occupant = { nick = stanza.attr.to };
		orig_occupant = { nick = given.before };
		is_first_session = given.first ~= false, is_last_session = given.last;
	});
	if not stopped then return nil; end
	local kind, condition = answer:get_error();
	return condition, kind;
end

describe("a full room", function ()
	it("lets nobody in but owners and admins", function ()
		local affiliations = {
			["olga@example.org"] = "owner", ["adam@example.org"] = "admin", ["mia@example.org"] = "member";
		};
		local room = a_room({ max_users = 2, can_change_nickname = true }, 2, affiliations);
		assert.same({ "service-unavailable", "wait" }, { refused(room, { from = "ann@example.org" }) });
		assert.equal("service-unavailable", (refused(room, { from = "mia@example.org" })));
		assert.is_nil(refused(room, { from = "adam@example.org" }));
		assert.is_nil(refused(room, { from = "olga@example.org" }));
	end);

	it("is one with as many occupants as it may have, if there is a limit", function ()
		assert.is_nil(refused(a_room({ max_users = 2 }, 1), {}));
		assert.is_not_nil(refused(a_room({ max_users = 2 }, 3), {}));
		assert.is_nil(refused(a_room({ max_users = 0 }, 500), {}));
		assert.is_nil(refused(a_room({ max_users = -1 }, 500), {}));
	end);

	it("lets further resources of its occupants in", function ()
		assert.is_nil(refused(a_room({ max_users = 1 }, 1), { first = false }));
	end);

	it("does not let one of several resources become an occupant of its own", function ()
		local room = a_room({ max_users = 1, can_change_nickname = true }, 1);
		local change = { event = "muc-occupant-pre-change", before = ROOM .. "/Old" };
		assert.equal("service-unavailable", (refused(room, change)));
		change.last = true; -- the only one: their number stays the same
		assert.is_nil(refused(room, change));
	end);
end);

describe("nicknames", function ()
	it("are changed where the room allows it", function ()
		local change = { event = "muc-occupant-pre-change", before = ROOM .. "/Old", last = true };
		assert.is_nil(refused(a_room({ can_change_nickname = true }, 1), change));
		assert.equal("not-acceptable", (refused(a_room({}, 1), change)));
		change.before = ROOM .. "/Ann"; -- another presence under the same one
		assert.is_nil(refused(a_room({}, 1), change));
	end);

	it("are the reserved ones for those who have one, where the room insists on that", function ()
		local room = a_room({ login_restricted_to_nickname = true }, 1);
		assert.equal("not-acceptable", (refused(room, { from = "reg@example.org" })));
		assert.is_nil(refused(room, { from = "reg@example.org", nick = "Reserved" }));
		assert.is_nil(refused(room, { from = "ann@example.org" }));
		assert.is_nil(refused(a_room({}, 1), { from = "reg@example.org" }));
	end);

	it("are needed to enter, but not to leave or to be there", function ()
		local function entry(event, to, fields)
			local live = { [ROOM] = { get_occupant_by_real_jid = function (_, jid) return jid == "in@example.org/desk" or nil; end } };
			local answer;
			local stanza = st.presence { from = fields.from or "ann@example.org/desk", to = to, type = fields.type };
			if not fields.plain then stanza:tag("x", { xmlns = "http://jabber.org/protocol/muc" }):up(); end
			local stopped = world_with(live).fire(event, {
				stanza = stanza, origin = { send = function (reply) answer = reply; end };
			});
			return stopped and select(2, answer:get_error()), answer;
		end
		local condition, answer = entry("presence/bare", ROOM, {});
		assert.equal("jid-malformed", condition);
		assert.is_not_nil(answer:get_child("x", "http://jabber.org/protocol/muc"));
		assert.equal("jid-malformed", (entry("presence/host", "conference.example.org", {})));
		assert.is_nil((entry("presence/bare", ROOM, { type = "unavailable" })));
		assert.is_nil((entry("presence/bare", ROOM, { plain = true })));
		assert.is_nil((entry("presence/bare", ROOM, { from = "in@example.org/desk" })));
	end);
end);

describe("the own presence of who enters", function ()
	local function codes(log_enabled)
		local world, room_mt = world_with();
		local room = setmetatable(a_room({ log_enabled = log_enabled }, 0), { __index = room_mt });
		local ann = st.presence { from = "ann@example.org/desk" };
		world.fire("muc-occupant-pre-join", { room = room, stanza = ann, occupant = { nick = ROOM .. "/Ann" } });
		local base = st.stanza("x", { xmlns = "http://jabber.org/protocol/muc#user" });
		local function publicise(jid)
			local x = room:publicise_occupant_status({ sessions = { [jid] = true } }, { base = base });
			local list = {};
			for status in (x.self or x.base):childtags("status") do table.insert(list, status.attr.code); end
			return list;
		end
		assert.same({}, publicise("bob@example.org/desk"));
		local first = publicise("ann@example.org/desk");
		assert.same({}, publicise("ann@example.org/desk"));
		return first;
	end

	it("warns that the conversation is logged, once", function ()
		assert.same({ "170" }, codes(true));
		assert.same({}, codes(false));
	end);
end);
