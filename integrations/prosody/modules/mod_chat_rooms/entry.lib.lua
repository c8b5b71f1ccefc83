-- Rules for entering and for nicknames that mod_muc does not have.

local jid_bare = require "util.jid".bare;
local jid_node = require "util.jid".node;
local jid_resource = require "util.jid".resource;
local st = require "util.stanza";

local xmlns_muc = "http://jabber.org/protocol/muc";

local function count(iterator, state)
	local n = 0;
	for _ in iterator, state do n = n + 1; end
	return n;
end

-- Registered people may only use their reserved nickname.
local function reserved_nickname_only(event)
	local room, stanza = event.room, event.stanza;
	local occupant = event.dest_occupant or event.occupant;
	if not room.chat or not room.chat.row.login_restricted_to_nickname then return; end
	local reserved = room:get_registered_nick(jid_bare(stanza.attr.from));
	if reserved and reserved ~= jid_resource(occupant.nick) then
		event.origin.send(st.error_reply(stanza, "cancel", "not-acceptable",
			"You can only use your reserved nickname here", room.jid));
		return true;
	end
end

-- XEP-0045: errors repeat the element that marks an entry, by which clients recognise them. mod_muc omits it.
local function mark_errors(event)
	local origin, stanza = event.origin, event.stanza;
	if stanza.attr.type or not stanza:get_child("x", xmlns_muc) then return; end
	event.origin = setmetatable({
		send = function (reply)
			if reply.name == "presence" and reply.attr.type == "error" then
				reply:add_direct_child(st.stanza("x", { xmlns = xmlns_muc }));
			end
			return origin.send(reply);
		end;
	}, { __index = origin });
end

-- In the path of an address these are steps: no client of the service could address such a room.
local function refuse_steps(event)
	local name = jid_node(event.room.jid);
	if name ~= "." and name ~= ".." then return; end
	event.origin.send(st.error_reply(event.stanza, "modify", "not-acceptable",
		"A room cannot have this name", event.room.jid));
	return true;
end

return function (rooms)
	module:hook("muc-room-pre-create", refuse_steps, 100);

	for _, name in ipairs { "presence/full", "presence/bare", "presence/host" } do
		module:hook(name, mark_errors, 200);
	end

	-- XEP-0045: nobody enters without a nickname, and the service itself is not a room.
	local function refuse_without_nickname(event)
		local origin, stanza = event.origin, event.stanza;
		if stanza.attr.type or not stanza:get_child("x", xmlns_muc) then return; end
		local room = rooms.live[stanza.attr.to];
		if room and room:get_occupant_by_real_jid(stanza.attr.from) then return; end
		origin.send(st.error_reply(stanza, "modify", "jid-malformed", "Enter with a nickname", module.host));
		return true;
	end
	module:hook("presence/bare", refuse_without_nickname, 150);
	module:hook("presence/host", refuse_without_nickname, 150);

	module:hook("muc-occupant-pre-join", reserved_nickname_only, -1);
	module:hook("muc-occupant-pre-change", reserved_nickname_only, -1);

	local function refuse_when_full(event)
		local room, stanza = event.room, event.stanza;
		local limit = room.chat and room.chat.row.max_users or 0;
		if limit <= 0 or not event.is_first_session then return; end
		local affiliation = room:get_affiliation(stanza.attr.from);
		if affiliation == "owner" or affiliation == "admin" then return; end
		if count(room:each_occupant()) >= limit then
			event.origin.send(st.error_reply(stanza, "wait", "service-unavailable", "The room is full", room.jid));
			return true;
		end
	end
	-- After the password: those who do not know it need not learn that the room is full.
	module:hook("muc-occupant-pre-join", refuse_when_full, -25);
	-- One of several resources with the same nickname changes it: one more occupant.
	module:hook("muc-occupant-pre-change", function (event)
		if not event.is_last_session then return refuse_when_full(event); end
	end, -2);

	module:hook("muc-occupant-pre-change", function (event)
		local room = event.room;
		if event.orig_occupant.nick == event.dest_occupant.nick or room.chat.row.can_change_nickname then return; end
		event.origin.send(st.error_reply(event.stanza, "cancel", "not-acceptable",
			"Nicknames cannot be changed here", room.jid));
		return true;
	end, -1);

	-- XEP-0045: those who enter are warned that the conversation is logged. Status codes unknown to mod_muc can only
 -- be added while the presence is on its way, so the entering session is remembered until then.
	module:hook("muc-occupant-pre-join", function (event)
		if event.room.chat then event.room.chat.entering = event.stanza.attr.from; end
	end, -2000);

	local room_mt = rooms.muc.room_mt;
	local publicise = room_mt.publicise_occupant_status;
	function room_mt:publicise_occupant_status(occupant, x, ...)
		local entering = self.chat and self.chat.entering;
		if entering and occupant.sessions[entering] then
			self.chat.entering = nil;
			if self.chat.row.log_enabled then
				local own = st.clone(x.self or x.base or x):tag("status", { code = "170" }):up();
				x = { base = x.base or x, self = own };
			end
		end
		return publicise(self, occupant, x, ...);
	end
end
