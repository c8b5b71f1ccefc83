local pretended = require "spec.support.pretended_module";
local json = require "util.json";
local st = require "util.stanza";

describe("the subject", function ()
	local changed, answered;
	local function say(stanza, role, row, failure)
		changed, answered = nil, nil;
		local rooms = {};
		function rooms.change(_, change)
			changed = change;
			return not failure, failure;
		end
		local world = pretended("mod_chat_rooms");
		world.library("subject")(rooms);
		return world.fire("muc-occupant-groupchat", {
			room = { jid = "lobby@conference.example.org", chat = { row = row or {} } };
			origin = { send = function (reply) answered = reply; end };
			stanza = stanza;
			occupant = { role = role, nick = "lobby@conference.example.org/Ann" };
		});
	end
	local function subject(text) return st.message({ type = "groupchat", id = "1" }):text_tag("subject", text); end

	it("is changed by moderators, and by others where the room allows it", function ()
		assert.is_true(say(subject "tea", "moderator"));
		assert.same({ subject = "tea" }, changed);
		assert.is_true(say(subject "tea", "participant", { can_occupants_change_subject = true }));
		assert.same({ subject = "tea" }, changed);
		assert.is_true(say(subject "tea", "participant"));
		assert.is_nil(changed);
		assert.equal("forbidden", (select(2, answered:get_error())));
	end);

	it("is taken away by an empty one", function ()
		say(subject "", "moderator");
		assert.same({ subject = json.null }, changed);
	end);

	it("is not what messages with a body or a thread are about", function ()
		assert.is_nil(say(subject("tea"):body("hello"), "moderator"));
		assert.is_nil(say(subject("tea"):text_tag("thread", "t1"), "moderator"));
		assert.is_nil(say(st.message({ type = "groupchat" }, "hello"), "moderator"));
		assert.is_nil(changed);
	end);

	it("stays when it cannot be stored, and the sender hears why", function ()
		say(subject "tea", "moderator", {}, { type = "wait", condition = "conflict", text = "changed meanwhile" });
		local kind, condition, text = answered:get_error();
		assert.same({ "wait", "conflict", "changed meanwhile" }, { kind, condition, text });
	end);
end);
