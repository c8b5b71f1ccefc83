local pretended = require "spec.support.pretended_module";

describe("the devices that are told of messages", function ()
	local world, opened, stored, forget, reloaded, away;
	before_each(function ()
		stored, reloaded, away = {}, {}, false;
		world = pretended("mod_chat_accounts", {
			requires = { ["core.modulemanager"] = {
				get_module = function () return true; end;
				reload = function (host, name) table.insert(reloaded, host .. " " .. name); end;
			} };
		});
		forget = world.library("push_devices");
		local event = { store_name = "cloud_notify", store = {
			get = function (_, username)
				if away then return nil, "away"; end
				return stored[username];
			end;
			set = function (_, username, list) stored[username] = list; return true; end;
		} };
		world.fire("store-opened", event);
		opened = event.store;
	end);

	local function asked()
		local seen = {};
		for _, fired in ipairs(world.fired) do
			local child = fired.data.stanza.tags[1];
			assert.equal("iq-set/self/urn:xmpp:push:0:" .. child.name, fired.event);
			table.insert(seen, ("%s %s %s"):format(fired.data.origin.username, child.name, child.attr.jid));
		end
		table.sort(seen);
		return seen;
	end

	it("are watched from the start, whoever has been loaded first", function ()
		assert.same({ "example.org cloud_notify" }, reloaded);
	end);

	it("are taken out as their owner would do it, those that were read and those that were added", function ()
		stored.ann = { ["push.a<1"] = { jid = "push.a", node = "1" } };
		assert.equal(stored.ann, (opened:get("ann")));
		assert.is_true(opened:set("bob", { ["push.b<"] = { jid = "push.b" } }));
		stored = {};
		forget("ann");
		forget("bob");
		assert.same({ "ann disable push.a", "bob disable push.b" }, asked());
		forget("ann");
		assert.equal(2, #world.fired);
	end);

	it("are replaced by those that another account has brought along, which stay stored", function ()
		opened:set("ann", { ["push.a<"] = { jid = "push.a" } });
		stored.ann = { ["push.b<"] = { jid = "push.b", resource = "phone" } };
		forget("ann");
		assert.same({ "ann disable push.a", "ann enable push.b" }, asked());
		assert.equal("phone", world.fired[2].data.origin.resource);
		assert.same({ ["push.b<"] = { jid = "push.b", resource = "phone" } }, stored.ann);
	end);

	it("are looked for again when an account may have been renamed to a name that is free", function ()
		opened:set("ann", {});
		forget("ann");
		stored.ann = { ["push.b<"] = { jid = "push.b" } };
		world.fire("message/offline/handle", { username = "ann" });
		assert.same({ "ann enable push.b" }, asked());
		for _ = 1, 2 do
			world.fire("message/offline/handle", { username = "ann" });
			world.fire("resource-bind", { session = { username = "ann" } });
			world.fire("resource-bind", { session = { username = "bob" } });
		end
		assert.equal(1, #world.fired);
	end);

	it("are left alone where nothing was read", function ()
		stored.ann = { ["push.a<"] = { jid = "push.a" } };
		forget("ann");
		assert.same({}, world.fired);
	end);

	it("stay when the store cannot be read, which is told", function ()
		opened:set("ann", { ["push.a<"] = { jid = "push.a" } });
		away = true;
		assert.has_error(function () forget("ann"); end, "away");
		assert.same({}, world.fired);
	end);
end);
