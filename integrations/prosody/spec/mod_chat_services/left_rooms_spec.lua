local pretended = require "spec.support.pretended_module";

describe("temporary rooms that have outlived the server before", function ()
	local world, db, asked, answer;
	local function prepare(grace, attached)
		asked, answer = {}, { true, true };
		db = { grace = grace, attached = function () return attached; end };
		function db.call(name, occupied)
			table.insert(asked, name .. " " .. table.concat(occupied, " "));
			return table.unpack(answer);
		end
		world = pretended("mod_chat_services", { shared = { ["/*/chat_database/api"] = db } });
		world.library("left_rooms") {
			conference = { add_occupied = function (list) list:push(17); end };
			annex = { add_occupied = function () end };
		};
	end

	it("go once after the time in which they may be entered, but those with occupants", function ()
		prepare(120, true);
		world.fire("chat-database-attached");
		assert.equal(1, #world.timers);
		assert.equal(120, world.timers[1].seconds);
		assert.is_nil(world.timers[1].callback());
		assert.same({ "remove_left_rooms 17" }, asked);
	end);

	it("go later while there are more, or no database", function ()
		prepare(120, true);
		answer = { true, false };
		assert.equal(1, world.timers[1].callback());
		answer = { false, "unavailable" };
		assert.equal(1, world.timers[1].callback());
		answer = { true, true };
		assert.is_nil(world.timers[1].callback());
	end);

	it("wait from when this server serves", function ()
		prepare(120, false);
		assert.same({}, world.timers);
		db.attached = function () return true; end;
		world.fire("chat-database-attached");
		assert.equal(1, #world.timers);
	end);

	it("there are none without such a time", function ()
		prepare(0, true);
		assert.same({}, world.timers);
	end);
end);
