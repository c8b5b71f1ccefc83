local pretended = require "spec.support.pretended_module";

local ROOM = "lobby@conference.example.org";

describe("what the people in a room see of a change", function ()
	local function roles_shown(row)
		local roles = {};
		for _, role in ipairs(row.broadcast_presence_roles) do roles[role] = true; end
		return roles;
	end

	-- `people`: role by name, each under the own name as nickname. Returns what they saw, in order.
	local function seen(people, before, after, by)
		local log = {};
		local world = pretended("mod_chat_rooms");
		for _, one in ipairs { before, after } do
			one.via_groups = one.via_groups or {};
			one.broadcast_presence_roles = one.broadcast_presence_roles or {};
			local entries = {};
			for jid, affiliation in pairs(one.affiliations or {}) do entries[jid] = { affiliation = affiliation }; end
			one.affiliations = entries;
		end
		local occupants = {};
		for name, role in pairs(people) do
			table.insert(occupants, {
				nick = ROOM .. "/" .. name, bare_jid = name .. "@x", role = role;
				each_session = function () return pairs { [name .. "@x/desk"] = true }; end;
			});
		end
		table.sort(occupants, function (a, b) return a.nick < b.nick; end);
		local room = { jid = ROOM, _data = { subject = after.subject }, chat = { row = before, announced = {} } };
		function room:each_occupant()
			local index = 0;
			return function ()
				index = index + 1;
				local occupant = occupants[index];
				if occupant then return occupant.nick, occupant; end
			end;
		end
		function room:save_occupant() end
		function room:get_whois() return "moderators"; end
		function room:send_occupant_list(session) table.insert(log, "list for " .. session); end
		function room:get_presence_broadcast() return roles_shown(before); end
		local room_mt = {};
		function room_mt.publicise_occupant_status(_, occupant, x, _, actor, reason, _, unavailable)
			local code = x:get_child("status");
			table.insert(log, ("%s is %s%s%s%s"):format(
				occupant.bare_jid, occupant.role or "out", code and " " .. code.attr.code or "",
				reason and " (" .. reason .. ")" or "", (actor and " by " .. actor or "") .. (unavailable and ", visibly" or "")
			));
		end
		function room:broadcast_message(message)
			local x = message:get_child("x", "http://jabber.org/protocol/muc#user");
			if not x then table.insert(log, "subject: " .. message:get_child_text("subject")); return; end
			local codes = {};
			for status in x:childtags("status") do table.insert(codes, status.attr.code); end
			table.insert(log, "codes: " .. table.concat(codes, " "));
		end
		local rooms = { muc = { room_mt = room_mt }, fill = function (filled, to) filled.chat.row = to; end };
		world.library("effects")(rooms);
		room.publicise_occupant_status = room_mt.publicise_occupant_status;
		rooms.apply(room, after, by);
		assert.equal(after, room.chat.row);
		local left = 0;
		for _, fired in ipairs(world.fired) do
			if fired.event == "muc-occupant-left" then left = left + 1; end
		end
		return log, left;
	end

	it("is their new role, for those whose affiliation is another one", function ()
		assert.same(
			{ "ann@x is moderator by eve@x/desk", "list for ann@x/desk" },
			(seen({ ann = "participant", bob = "participant" }, {}, { affiliations = { ["ann@x"] = "admin" } }, { actor = "eve@x/desk" }))
		);
		assert.same(
			{ "ann@x is participant" },
			(seen({ ann = "visitor" }, { moderated = true }, { moderated = true, affiliations = { ["ann@x"] = "member" } }))
		);
	end);

	it("is that outcasts leave with 301, and who is no member of a members-only room any more with 321", function ()
		local log, left = seen({ ann = "participant" }, {}, { affiliations = { ["ann@x"] = "outcast" } }, {
			reasons = { ["ann@x"] = "spam" };
		});
		assert.same({ "ann@x is out 301 (spam)" }, log);
		assert.equal(1, left);
		local members_only = { members_only = true, affiliations = { ["ann@x"] = "member" } };
		assert.same({ "ann@x is out 321" }, (seen({ ann = "participant" }, members_only, { members_only = true })));
	end);

	it("is nobody's leave when other roles are broadcast, but who was announced leaves visibly", function ()
		local shown = { broadcast_presence_roles = { "participant" } };
		assert.same({ "codes: 104" }, (seen({ ann = "participant" }, shown, {})));
		local shown_again = { broadcast_presence_roles = { "participant" } };
		assert.same({ "ann@x is out 301, visibly", "codes: 104" },
			(seen({ ann = "participant" }, shown_again, { affiliations = { ["ann@x"] = "outcast" } })));
	end);

	it("is that strangers leave with 322 when a room becomes members-only", function ()
		local log, left = seen(
			{ ann = "participant", bob = "participant" },
			{ affiliations = { ["ann@x"] = "member" } }, { members_only = true, affiliations = { ["ann@x"] = "member" } }
		);
		assert.same({ "bob@x is out 322 (This room is now members-only.)", "codes: 104" }, log);
		assert.equal(1, left);
	end);

	it("is the subject, when it is another one or somebody has set it", function ()
		assert.same({ "subject: tea" }, (seen({}, {}, { subject = "tea" })));
		assert.same({ "subject: " }, (seen({}, { subject = "tea" }, {})));
		assert.same({ "subject: tea" }, (seen({}, { subject = "tea" }, { subject = "tea" }, { nick = ROOM .. "/Ann" })));
	end);

	it("is a code for what an option means to them, and 104 for others", function ()
		assert.same({ "codes: 104 170" }, (seen({}, {}, { log_enabled = true, natural_name = "Lobby", max_users = 7 })));
		assert.same({ "codes: 171" }, (seen({}, { log_enabled = true }, {})));
	end);

	it("is nothing when nothing is different", function ()
		assert.same({}, (seen({ ann = "participant" }, { subject = "tea" }, { subject = "tea" })));
	end);
end);
