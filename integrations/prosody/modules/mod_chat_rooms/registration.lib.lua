-- Registration with a room: a reserved nickname, and thereby membership.

local dataform = require "util.dataforms".new;
local jid_bare = require "util.jid".bare;
local resourceprep = require "util.encodings".stringprep.resourceprep;
local st = require "util.stanza";
local row = module:require "row";

local xmlns_register = "jabber:iq:register";

local nickname_form = dataform { { name = "muc#register_roomnick", type = "text-single" } };

local function has_nickname(form)
	local nickname = resourceprep(nickname_form:data(form)["muc#register_roomnick"] or "", true);
	return nickname ~= nil and nickname:find("%S") ~= nil;
end

return function (rooms)
	local room_mt = rooms.muc.room_mt;

	-- Members may read the history, so the password must not be bypassed.
	local function may_register(room, jid)
		return not room:get_password() or room:get_affiliation(jid) ~= nil or room:get_occupant_jid(jid) ~= nil;
	end

	local handle_register_iq = room_mt.handle_register_iq;
	function room_mt:handle_register_iq(origin, stanza)
		local leaves = stanza.attr.type == "set" and stanza.tags[1]:get_child("remove") ~= nil;
		if not (leaves or self.chat.row.registration_enabled) then
			origin.send(st.error_reply(stanza, "cancel", "not-allowed", "This room does not register anybody", self.jid));
			return true;
		end
		local form = stanza.attr.type == "set" and not leaves and stanza.tags[1]:get_child("x", "jabber:x:data");
		if form and not has_nickname(form) then
			origin.send(st.error_reply(stanza, "modify", "bad-request", "The nickname is missing", self.jid));
			return true;
		end
		if form and not may_register(self, stanza.attr.from) then
			origin.send(st.error_reply(stanza, "auth", "not-authorized", "Enter the room first", self.jid));
			return true;
		end
		-- An affiliation through a group must not become a direct one.
		local room = setmetatable({
			set_affiliation = function (_, actor, jid, affiliation, reason, data)
				local direct = row.direct_affiliation_of(self.chat.row, jid_bare(jid));
				if affiliation then
					affiliation = direct or "member";
				end
				if data == false and direct == "member" then
					affiliation = nil;
				end
				return self:set_affiliation(actor, jid, affiliation, reason, data);
			end;
		}, { __index = self });
		return handle_register_iq(room, origin, stanza);
	end

	module:hook("muc-disco#info", function (event)
		if event.room.chat.row.registration_enabled then return; end
		event.reply:maptags(function (query)
			return query:maptags(function (tag)
				if tag.name == "feature" and tag.attr.var == xmlns_register then return nil; end
				return tag;
			end);
		end);
	end, -100);
end
