-- What is said in rooms that are not logged, while this server runs: the newest messages of each, as many as the service
-- shows. Nothing of it is written. The rooms that have been silent longest are forgotten first.
-- Contract: muc-and-legacy 8.3
--
-- For other modules:
--   local memory = module:shared("/*/chat_rooms/memory");
--   memory.forget_person(jid)  what a person (bare JID) has said, in whichever room; absent while there is no service

local array = require "util.array";
local cache = require "util.cache";
local jid_bare = require "util.jid".bare;
local now = require "util.time".now;

local db = module:shared("/*/chat_database/api");
local memory = module:shared("/*/chat_rooms/memory");

local most_rooms = 10000;
local most_of_a_room = 1048576; -- bytes
local most_of_all = 64 * most_of_a_room;
local size_of_the_rest = 500; -- bytes of a message beside its texts

local function size_of(message)
	return #message.stanza + #(message.body or "") + size_of_the_rest;
end

-- Counts a message of a room in, or out.
local function count(room, message, by)
	local size, person = by * size_of(message), jid_bare(message.sender);
	room.bytes, memory.bytes = room.bytes + size, memory.bytes + size;
	local spoken = memory.people[person] or {};
	local times = (spoken[room.address] or 0) + by;
	spoken[room.address] = times > 0 and times or nil;
	memory.people[person] = next(spoken) and spoken;
end

local function count_out(room)
	for _, message in ipairs(room.messages) do count(room, message, -1); end
end

-- Rooms by address, the last one spoken in first.
memory.rooms = memory.rooms or cache.new(most_rooms, function (_, room) count_out(room); end);
memory.bytes = memory.bytes or 0;
-- In which rooms people have spoken how often: by bare JID, then address.
memory.people = memory.people or {};

local function forget(address)
	local room = memory.rooms:get(address);
	if not room then return; end
	count_out(room);
	memory.rooms:set(address, nil);
end

-- Goes on with some of the messages.
local function keep(room, messages)
	room.messages = messages;
	if #messages == 0 then memory.rooms:set(room.address, nil); end
end

-- Removes the oldest messages that are too many.
local function trim(room, most)
	local messages, first = room.messages, 1;
	while #messages - first + 1 > most or room.bytes > most_of_a_room do
		count(room, messages[first], -1);
		first = first + 1;
	end
	if first > 1 then keep(room, table.move(messages, first, #messages, 1, array())); end
end

function memory.forget_person(person)
	for address in pairs(memory.people[person] or {}) do
		local room, kept = memory.rooms:get(address), array();
		for _, message in ipairs(room.messages) do
			if jid_bare(message.sender) == person then
				count(room, message, -1);
			else
				kept:push(message);
			end
		end
		keep(room, kept);
	end
end

local function is_shown(message)
	return message.body and message.body:find("[^ \t\r\n]");
end

return function (rooms)
	rooms.forget = forget;

	--- How many messages of a room are remembered; nil: none is, and what is stored is shown while the room is logged only.
	function rooms.most_remembered()
		return db.memory()[rooms.service];
	end

	local function each_of_the_service(visit)
		local own = {};
		for _, room in memory.rooms:items() do
			if room.service == rooms.service then table.insert(own, room); end
		end
		for _, room in ipairs(own) do visit(room); end
	end

	--- Takes a message { nickname, sender, sender_shown, body, stanza }.
	function rooms.remember(room, message)
		local most = rooms.most_remembered() or 0;
		if most < 1 then return; end
		local address, id = room.jid, room.chat.id;
		local remembered = memory.rooms:get(address);
		if not remembered or remembered.id ~= id then
			forget(address);
			remembered = { address = address, id = id, service = rooms.service, bytes = 0, messages = array() };
		end
		message.sent_at = now();
		remembered.messages:push(message);
		memory.rooms:set(address, remembered);
		count(remembered, message, 1);
		trim(remembered, most);
		while memory.bytes > most_of_all and memory.rooms:count() > 0 do
			forget((memory.rooms:tail()));
		end
	end

	--- The messages of the room with an id, ascending by time.
	function rooms.remembered(address, id)
		local remembered = memory.rooms:get(address);
		return remembered and remembered.id == id and remembered.messages or array();
	end

	--- As the API is told of them.
	function rooms.told(address, id)
		local messages = array();
		for _, message in ipairs(rooms.remembered(address, id)) do
			if is_shown(message) then
				messages:push({
					nickname = message.nickname;
					sender = message.sender;
					sender_shown = message.sender_shown;
					body = message.body;
					sent_at = message.sent_at;
				});
			end
		end
		return messages;
	end

	function rooms.forget_all()
		each_of_the_service(function (room) forget(room.address); end);
	end

	for _, event in ipairs { "chat-memory-changed", "chat-database-attached" } do
		module:hook_global(event, function ()
			local most = rooms.most_remembered() or 0;
			each_of_the_service(function (room) trim(room, most); end);
		end);
	end

	module:hook("muc-room-destroyed", function (event)
		forget(event.room.jid);
	end);
end
