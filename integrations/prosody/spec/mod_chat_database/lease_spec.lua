local pretended = require "spec.support.pretended_module";

-- The lease of a server named here; `asked` are the functions that it has called, `answers` what they answer.
local function scene(options)
	local it = { m = 0, asked = {}, answers = {}, attached = true, standing = {}, open = nil };
	local defaults = { chat_bridge_token = "secret", chat_lease = 6 };
	for name, value in pairs(options or {}) do defaults[name] = value; end
	local world = pretended("mod_chat_database", {
		options = defaults;
		prosody = { version = "0.12.3", hosts = {} };
		requires = {
			["util.time"] = { monotonic = function () return it.m; end, now = function () return 1000 + it.m; end };
			["core.configmanager"] = { get = function (_, name) return (options or {})[name]; end };
			socket = { dns = { gethostname = function () return "machine"; end } };
		};
		libraries = {
			listeners = { open = function () it.open = true; end, close = function () it.open = false; end };
			fence = function (_, _, _, confirm)
				it.confirm = confirm;
				return {
					check = function () end, unload = function () end;
					renewed = function (m) it.renewed = m; end;
					leave = function (reason) it.left = reason; end;
				};
			end;
			standing = {
				ask = function (peers, _, callback) it.peers, it.answered = peers, callback; end;
				must_leave = function (answers) return answers.leave; end;
				answer = function (_, _, said) return said; end;
			};
		};
	});
	it.world = world;
	function it.make()
		it.lease = world.library("lease") {
			instance = "here";
			domain = function () end;
			attached = function () return it.attached; end;
			connected = function () return it.attached or it.connected; end;
			ask = function (fn)
				local name = fn.sql:match("engine%.([%w_]+)") or "end_sessions";
				table.insert(it.asked, name);
				it.m = it.m + (it.slow or 0);
				return it.answers[name] ~= nil, it.answers[name] or "broken";
			end;
			failed = function (reason) it.failed = reason; end;
			pooled = function () it.pooled = true; end;
		};
		return it.lease;
	end
	function it.tick() return world.timers[1].callback(); end
	return it;
end

local peers = { { node = "there", address = "http://there:5280", state = "waiting" } };

describe("the lease", function ()
	it("is renewed six times as often as it lasts", function ()
		local it_is = scene();
		local lease = it_is.make();
		assert.equal("waiting", (lease.state()));
		it_is.attached = false;
		assert.equal(1, it_is.tick());
		assert.same({}, it_is.asked);
		it_is.attached = true;
		assert.is_nil(lease.told({ ok = true, epoch = 5, peers = {} }));
		assert.same({ "active", 5 }, { lease.state() });
		assert.equal(5, lease.facts().epoch);
		assert.same({ 120, 120 }, { lease.facts().grace, lease.grace });
		it_is.m, it_is.answers.renew = 1, { verdict = "stay", peers = {} };
		it_is.tick();
		assert.same({ "renew" }, it_is.asked);
		assert.equal(1, it_is.renewed);
	end);

	it("ends the process when it is over, however it is told", function ()
		local it_is = scene();
		local lease = it_is.make();
		lease.told({ ok = true, epoch = 5, peers = {} });
		it_is.answers.renew = { verdict = "leave" };
		it_is.tick();
		assert.matches("taken over", it_is.left);
		it_is.left = nil;
		lease.told({ ok = false, over = true });
		assert.matches("taken over", it_is.left);
	end);

	it("is asked for once more while the database takes no writes, and gives none", function ()
		local it_is = scene();
		local lease = it_is.make();
		lease.told({ ok = true, peers = {} });
		assert.is_true(it_is.open);
		it_is.answers.join = { ok = true, epoch = 7, peers = {} };
		it_is.tick();
		assert.same({ "active", 7 }, { lease.state() });
	end);

	it("outlasts the time for which the database was asked in vain", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = {} });
		it_is.m = 8;
		it_is.world.fire("chat-database-detached");
		assert.equal(8, it_is.renewed);
	end);

	it("tells of a failed renewal and of another session", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = {} });
		it_is.tick();
		assert.equal("broken", it_is.failed);
		it_is.answers.renew = { verdict = "pooled" };
		it_is.tick();
		assert.is_true(it_is.pooled);
	end);

	it("goes on over a connection on which everything else is too slow", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = peers });
		it_is.attached, it_is.connected = false, true;
		it_is.answers.renew = { verdict = "stay", peers = peers };
		for second = 1, 20 do
			it_is.m = second;
			it_is.tick();
		end
		assert.equal(20, #it_is.asked);
		assert.is_nil(it_is.peers);
		it_is.answers.renew = { verdict = "pooled" };
		it_is.tick();
		assert.is_nil(it_is.pooled);
	end);

	it("is renewed less often where that itself takes long", function ()
		local it_is = scene();
		local lease = it_is.make();
		lease.told({ ok = true, epoch = 5, peers = {} });
		it_is.attached, it_is.connected, it_is.slow = false, true, 2;
		for _ = 1, 16 do
			it_is.m = it_is.m + 1;
			it_is.tick();
		end
		assert.equal(2, #it_is.asked);
	end);

	it("of another one is waited for, without ports, and taken over when it stands still", function ()
		local it_is = scene();
		local lease = it_is.make();
		local refused = { ok = false, known = { node = "there", epoch = 4, beat = 9 }, peers = peers };
		it_is.answers = { give_up = true, end_sessions = 2 };
		for second = 0, 5 do
			it_is.m = second;
			assert.equal(1, lease.told(refused));
		end
		assert.is_false(it_is.open);
		it_is.m = 6;
		assert.equal(0.1, lease.told(refused));
		assert.same({ "give_up", "end_sessions" }, it_is.asked);
		assert.matches("there gives no sign of life: taking over %(2 of its", it_is.world.logged[1]);
		local gone = { ok = false, known = nil, peers = {} };
		assert.equal(0.1, lease.told(gone));
		assert.same({ "give_up", "end_sessions", "end_sessions" }, it_is.asked);
		lease.told({ ok = true, epoch = 6, peers = {} });
		assert.is_true(it_is.open);
	end);

	it("is kept while its own session still has the lock of before", function ()
		local it_is = scene();
		local lease = it_is.make();
		lease.told({ ok = true, epoch = 5, peers = {} });
		assert.is_nil(lease.told({ ok = false, known = { node = "here", epoch = 5, beat = 1 }, peers = {} }));
		assert.equal("active", (lease.state()));
		assert.is_true(it_is.open);
	end);

	it("without database is kept where nobody else was there, or those who were have none", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = {} });
		it_is.attached = false;
		for second = 1, 20 do
			it_is.m = second;
			it_is.tick();
		end
		it_is.confirm();
		assert.is_nil(it_is.peers);
		assert.is_nil(it_is.left);
	end);

	it("without database is given up when the others say so", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = peers });
		it_is.attached = false;
		for second = 1, 7 do
			it_is.m = second;
			it_is.tick();
			assert.is_nil(it_is.peers);
		end
		it_is.m = 8;
		it_is.tick();
		assert.equal(peers, it_is.peers);
		it_is.answered({ leave = false });
		assert.is_nil(it_is.left);
		it_is.answered({ leave = true });
		assert.matches("no database", it_is.left);
	end);

	it("is asked for after a pause, and given up when nobody can be asked but others were there", function ()
		local it_is = scene();
		it_is.make().told({ ok = true, epoch = 5, peers = peers });
		it_is.answers.renew = { verdict = "stay", peers = peers };
		it_is.confirm();
		assert.is_nil(it_is.left);
		it_is.attached = false;
		it_is.confirm();
		assert.matches("stood still", it_is.left);
	end);

	it("says to others who serves, and who has a database", function ()
		local it_is = scene();
		local lease = it_is.make();
		it_is.attached = false;
		assert.same({ state = "waiting", database = false }, lease.standing({}));
		lease.told({ ok = false, known = { node = "there", epoch = 4, beat = 9 }, peers = peers });
		assert.same({ state = "waiting", database = true }, lease.standing({}));
		it_is.m = 3;
		assert.same({ state = "waiting", database = false }, lease.standing({}));
	end);

	it("does not end while its server pauses between two attempts to have a database", function ()
		local lease = scene().make();
		assert.equal(5, lease.longest_pause(5));
		lease.told({ ok = true, epoch = 5, peers = {} });
		assert.equal(2, lease.longest_pause(5));
		assert.equal(1, lease.longest_pause(1));
	end);

	it("opens no ports where there is no database at the start", function ()
		local it_is = scene();
		local lease = it_is.make();
		lease.close_ports();
		assert.is_false(it_is.open);
		lease.told({ ok = true, epoch = 5, peers = {} });
		assert.is_true(it_is.open);
	end);

	it("is that of one run, and of a length that the others learn", function ()
		local one, other = scene({ chat_lease = 10 }).make().facts(), scene().make().facts();
		assert.equal(10, one.lease);
		assert.not_equal(one.run, other.run);
	end);

	it("tells where the bridge is", function ()
		assert.equal("https://machine:5281", scene().make().facts().address);
		assert.equal("http://127.0.0.1:8080", scene({ https_ports = {}, http_ports = { 8080 } }).make().facts().address);
		assert.equal("https://10.0.0.1:1", scene({ chat_bridge_address = "https://10.0.0.1:1" }).make().facts().address);
		for _, option in ipairs { { chat_bridge_address = "10.0.0.1" }, { chat_lease = 2 }, { chat_lease = 61 },
			{ chat_temporary_room_grace = -1 }, { chat_temporary_room_grace = 86401 } } do
			assert.has_error(scene(option).make);
		end
	end);
end);
