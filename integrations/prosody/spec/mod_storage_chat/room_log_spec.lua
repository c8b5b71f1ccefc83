local pretended = require "spec.support.pretended_module";

local function storage_with(call)
	return pretended("mod_storage_chat", {
		options = { chat_service = "conference" };
		shared = { ["/*/chat_database/api"] = { call = call } };
		libraries = { roster = { keyval = {}, map = {} } };
	});
end

describe("the store of what was said in rooms", function ()
	local asked, page, world;
	local function find(query)
		world = storage_with(function (...)
			asked = { ... };
			return true, page;
		end);
		local iterate, total = world.library("room_log").archive:find("lobby", query);
		local found = {};
		while iterate do
			local id, stanza, when = iterate();
			if not id then break; end
			table.insert(found, id .. " " .. stanza:get_child_text("body") .. " " .. when);
		end
		return found, total, iterate;
	end
	local function message(id, body)
		return { id = id, stanza = "<message><body>" .. body .. "</body></message>", sent_at = 5.75 };
	end

	it("asks for the messages of the service's room", function ()
		page = { items = { message("1", "one"), message("2", "two") }, total = 9 };
		local found, total = find { start = 3, after = "0", limit = 2 };
		assert.same({ "1 one 5", "2 two 5" }, found);
		assert.equal(9, total);
		assert.same({
			"messages", "conference", "lobby", { start = 3, after = "0", limit = 2, reverse = false, total = false, retractions = true };
		}, asked);
	end);

	it("gives them backwards when asked so", function ()
		page = { items = { message("1", "one"), message("2", "two") } };
		assert.same({ "2 two 5", "1 one 5" }, (find { reverse = true }));
	end);

	it("bounds the page", function ()
		page = { items = {} };
		for wanted, given in pairs { [math.huge] = 1000, [-3] = 0, [1001] = 1000, [7] = 7 } do
			find { limit = wanted };
			assert.equal(given, asked[4].limit);
		end
		find {};
		assert.equal(1000, asked[4].limit);
	end);

	it("leaves out what cannot be read, and logs that", function ()
		page = { items = { message("1", "one"), { id = "2", stanza = "<message", sent_at = 1 }, message("3", "three") } };
		assert.same({ "1 one 5", "3 three 5" }, (find {}));
		assert.matches("^error: Message 2 cannot be read", world.logged[1]);
	end);

	it("does not know ids of which one is missing", function ()
		page = { items = { message("1", "one") } };
		local _, reason, iterate = find { ids = { "1", "2" } };
		assert.is_nil(iterate);
		assert.equal("item-not-found", reason);
	end);

	it("writes nothing and deletes nothing", function ()
		local archive = storage_with().library("room_log").archive;
		assert.same({ nil, "written by mod_chat_rooms" }, { archive:append() });
		assert.is_true(archive:delete());
	end);
end);
