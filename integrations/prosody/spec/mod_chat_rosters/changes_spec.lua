local pretended = require "spec.support.pretended_module";

describe("changes of a roster", function ()
	local apply = pretended("mod_chat_rosters").library("changes").apply;
	local function item(subscription, more)
		local made = { subscription = subscription, groups = {} };
		for name, value in pairs(more or {}) do made[name] = value; end
		return made;
	end
	local function roster(items, pending)
		local made = { [false] = { version = 1, pending = pending or {} } };
		for jid, contact in pairs(items) do made[jid] = contact; end
		return made;
	end
	local function told(changes)
		local list = {};
		for _, change in ipairs(changes) do
			table.insert(list, ("%s %s"):format(change.jid, change.new and change.new.subscription or "gone"));
		end
		table.sort(list);
		return list;
	end

	it("are taken over in place, those who are gone too", function ()
		local held = roster { ann = item "both", bob = item "to", cid = item "none" };
		local changes = apply(held, roster { ann = item "both", bob = item "from", eve = item "to" });
		assert.same({ "bob from", "cid gone", "eve to" }, told(changes));
		assert.equal("from", held.bob.subscription);
		assert.is_nil(held.cid);
		assert.equal("to", held.eve.subscription);
	end);

	it("are names, groups, requests and approvals, too", function ()
		for _, more in ipairs { { name = "A" }, { groups = { x = true } }, { ask = "subscribe" }, { approved = "true" } } do
			assert.same({ "ann to" }, told(apply(roster { ann = item "to" }, roster { ann = item("to", more) })));
			assert.same({ "ann to" }, told(apply(roster { ann = item("to", more) }, roster { ann = item "to" })));
			assert.same({}, told(apply(roster { ann = item("to", more) }, roster { ann = item("to", more) })));
		end
	end);

	it("of some contacts leave the others alone", function ()
		local held = roster { ann = item "both", bob = item "to", cid = item "none" };
		local changes = apply(held, roster { bob = item "from" }, { "bob", "cid", "eve" });
		assert.same({ "bob from", "cid gone" }, told(changes));
		assert.equal("both", held.ann.subscription);
	end);

	it("are pushed, but for somebody who only waits for an answer", function ()
		local held = roster { ann = item "both", bob = item "both" };
		local changes = apply(held, roster({ ann = item "none", bob = item "none" }, { ann = true }));
		table.sort(changes, function (a, b) return a.jid < b.jid; end);
		assert.is_false(changes[1].push);
		assert.is_true(changes[2].push);
	end);
end);
