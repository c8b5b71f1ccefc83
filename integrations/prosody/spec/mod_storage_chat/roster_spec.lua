local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

-- The stores over a database that holds `answer` as the roster of ann, and counts versions up from there.
-- `changes` is what it says of changes.
local function stores_with(answer, changes)
	local calls = {};
	local version = answer and answer.version;
	local refuses;
	local db = {};
	function db.call(name, username, ...)
		if refuses then return false, refuses; end
		if name == "roster" then return true, username == "ann" and answer or nil; end
		table.insert(calls, { name, ... });
		if name == "roster_changes" then return true, username == "ann" and changes or nil; end
		if name == "put_roster_requests" then return true; end
		version = version + 1;
		return true, username == "ann" and version or nil;
	end
	local world = pretended("mod_storage_chat", {
		shared = { ["/*/chat_database/api"] = db };
		prosody = { hosts = { ["example.org"] = {} } };
	});
	local library = world.library("roster");
	return library.keyval, library.map, calls, world, function (reason) refuses = reason; end;
end

local function a_roster()
	return {
		version = 7;
		state = { own = 7, groups = {} };
		items = {
			{ jid = "bob@example.org", subscription = "both", name = "Bob", groups = { "Friends" } };
			{ jid = "cara@example.org", subscription = "none", ask = true, approved = true };
			{ jid = "ann@example.org", subscription = "both" };
		};
		requests = { { jid = "dan@example.org", stanza = "<presence type='subscribe' from='dan@example.org'/>" } };
	};
end

describe("the store of rosters", function ()
	it("reads a roster as the core holds it, without its owner", function ()
		local keyval = stores_with(a_roster());
		local roster = keyval:get("ann");
		assert.same({ subscription = "both", name = "Bob", groups = { Friends = true } }, roster["bob@example.org"]);
		assert.same(
			{ subscription = "none", ask = "subscribe", approved = "true", groups = {} },
			roster["cara@example.org"]
		);
		assert.is_nil(roster["ann@example.org"]);
		assert.equal(7, roster[false].version);
		assert.same({ own = 7, groups = {} }, roster[false].state);
		assert.equal("presence", roster[false].pending["dan@example.org"].name);
	end);

	it("tells apart that there is no such account and that it cannot be read", function ()
		local keyval, _, _, _, refuse = stores_with(a_roster());
		assert.same({ nil }, { keyval:get("nobody") });
		refuse("unavailable");
		assert.same({ nil, "unavailable" }, { keyval:get("ann") });
	end);

	it("keeps the core from keeping rosters of its own", function ()
		local cache = { hosts = { ["example.org"] = {} } };
		pretended("mod_storage_chat", { prosody = cache }).library("roster");
		local kept = cache.hosts["example.org"].roster_cache;
		kept:set("ann", {});
		assert.is_nil(kept:get("ann"));
	end);

	it("stores the contacts that changed, one by one, and takes the version of the database", function ()
		local keyval, map, calls = stores_with(a_roster());
		local roster = keyval:get("ann");
		roster[false].version = 8; -- counted up by the core
		local item = { subscription = "to", name = "Eve", groups = {} };
		assert.is_true(map:set_keys("ann", { [false] = roster[false], ["eve@example.org"] = item }));
		assert.equal(1, #calls);
		assert.equal("put_roster_item", calls[1][1]);
		assert.equal("eve@example.org", calls[1][2]);
		assert.same({ name = "Eve", subscription = "to", ask = false, approved = false, groups = {} }, calls[1][3]);
		assert.equal(8, roster[false].version);
		assert.same({ own = 7, groups = {} }, roster[false].state);
	end);

	it("removes a contact", function ()
		local keyval, map, calls = stores_with(a_roster());
		local metadata = keyval:get("ann")[false];
		assert.is_true(map:set_keys("ann", { [false] = metadata, ["bob@example.org"] = map.remove }));
		assert.same({ "put_roster_item", "bob@example.org", false }, calls[1]);
	end);

	it("stores the requests only when they have changed", function ()
		local keyval, map, calls = stores_with(a_roster());
		local metadata = keyval:get("ann")[false];
		map:set_keys("ann", { [false] = metadata });
		assert.same({}, calls);
		metadata.pending["eve@example.org"] = st.preserialize(st.presence { type = "subscribe", from = "eve@example.org" });
		map:set_keys("ann", { [false] = metadata });
		assert.equal("put_roster_requests", calls[1][1]);
		assert.equal(2, #calls[1][2]);
		map:set_keys("ann", { [false] = metadata });
		assert.equal(1, #calls);
	end);

	it("cuts what a long request says besides", function ()
		local keyval, map, calls = stores_with(a_roster());
		local metadata = keyval:get("ann")[false];
		local long = st.presence({ type = "subscribe", from = "eve@example.org" }):text_tag("status", ("x"):rep(5000));
		metadata.pending["eve@example.org"] = st.preserialize(long);
		map:set_keys("ann", { [false] = metadata });
		assert.is_true(#calls[1][2][2].stanza < 100);
	end);

	it("tells what was stored, as the database may have kept something else", function ()
		local keyval, map, _, world = stores_with(a_roster());
		local roster = keyval:get("ann");
		roster[false].version = 8;
		map:set_keys("ann", { [false] = roster[false], ["bob@example.org"] = map.remove });
		assert.same({
			{
				event = "chat-roster-stored";
				data = { username = "ann", contacts = { "bob@example.org" } };
			};
		}, world.fired);
	end);

	it("reads what is different from a state", function ()
		local known, latest = { own = 7, groups = {} }, { own = 9, groups = { ["3"] = 8 } };
		local answer = {
			version = 9, state = latest, contacts = { "bob@example.org", "eve@example.org" }, requests = {};
			items = { { jid = "bob@example.org", subscription = "to" } };
		};
		local keyval, _, calls, _, refuse = stores_with(a_roster(), answer);
		local roster, contacts = keyval:changes("ann", known, { "eve@example.org" });
		assert.same({ "roster_changes", known, { "eve@example.org" } }, calls[1]);
		assert.same({ subscription = "to", groups = {} }, roster["bob@example.org"]);
		assert.equal(9, roster[false].version);
		assert.equal(latest, roster[false].state);
		assert.same({ "bob@example.org", "eve@example.org" }, contacts);
		assert.same({ nil }, { keyval:changes("nobody", known) });
		refuse("unavailable");
		assert.same({ nil, "unavailable" }, { keyval:changes("ann", known) });
	end);

	it("leaves a version and no state when storing fails, so that the roster is read again", function ()
		local keyval, map, _, _, refuse = stores_with(a_roster());
		local metadata = keyval:get("ann")[false];
		refuse("unavailable");
		local item = { subscription = "to", groups = {} };
		assert.same({ nil, "unavailable" }, { map:set_keys("ann", { [false] = metadata, ["eve@example.org"] = item }) });
		assert.equal(-1, metadata.version);
		assert.is_nil(metadata.state);
	end);

	it("replaces and empties whole rosters", function ()
		local keyval, _, calls = stores_with(a_roster());
		assert.is_true(keyval:set("ann", nil));
		local removed = {};
		for _, call in ipairs(calls) do
			if call[1] == "put_roster_item" then removed[call[2]] = call[3]; end
		end
		assert.same({ ["bob@example.org"] = false, ["cara@example.org"] = false }, removed);
		assert.is_true(keyval:set("nobody", nil));
		assert.is_false((keyval:set("nobody", {})));
	end);
end);
