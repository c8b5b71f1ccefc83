local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("private messages", function ()
	-- Whether an occupant with this role may send one in a room with this rule.
	local function passes(rule, role, kind)
		local room_mt = { handle_message_to_occupant = function () return "passed"; end };
		pretended("mod_chat_rooms").library("private_messages")({ muc = { room_mt = room_mt } });
		local answered;
		local room = setmetatable({
			jid = "lobby@conference.example.org";
			chat = { row = { allow_pm = rule } };
			get_occupant_by_real_jid = function () return role and { role = role } or nil; end;
		}, { __index = room_mt });
		local origin = { send = function (reply) answered = reply; end };
		local stanza = st.message({ type = kind or "chat", from = "ann@example.org/desk", id = "1" });
		if room:handle_message_to_occupant(origin, stanza) == "passed" then return true; end
		local _, condition = answered:get_error();
		assert.equal("forbidden", condition);
		return false;
	end

	it("are for those whom the room allows them", function ()
		local allowed = {
			anyone = "visitor participant moderator", participants = "participant moderator", moderators = "moderator", none = "";
		};
		for rule, roles in pairs(allowed) do
			for _, role in ipairs { "visitor", "participant", "moderator" } do
				assert.equal(roles:find(role, 1, true) ~= nil, passes(rule, role), rule .. " " .. role);
			end
		end
	end);

	it("that are errors pass, and those of strangers are left to mod_muc", function ()
		assert.is_true(passes("none", "visitor", "error"));
		assert.is_true(passes("none", nil));
	end);
end);
