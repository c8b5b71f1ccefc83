local json = require "util.json";
local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("the changes of the sessions", function ()
	local world, sessions, answer, described;

	local function a_session(name)
		local one = { full_jid = name .. "@example.org/desk", username = name, resource = "desk", ip = "192.0.2.1", conntime = 90 };
		sessions[name] = one;
		return one;
	end

	local function ask(version)
		local told = json.decode(answer(version, function (visit)
			for _, session in pairs(sessions) do visit(session); end
		end));
		local names = {};
		for _, session in ipairs(told.sessions) do names[#names + 1] = session.username; end
		table.sort(names);
		table.sort(told.gone);
		return told.version, names, told.gone, told.complete;
	end

	local function start()
		described, sessions = 0, {};
		world = pretended("mod_chat_sessions", {
			shared = { ["/*/chat_database/api"] = { instance = "n1" } };
			requires = {
				["util.filters"] = { add_filter_hook = function () end };
				["util.json"] = {
					encode = function (value)
						if type(value) == "table" then described = described + 1; end
						return json.encode(value);
					end;
				};
			};
		});
		answer = world.library("changes");
	end
	before_each(start);

	it("are all sessions for whoever knows none", function ()
		a_session("ann");
		a_session("bob");
		local _, names, gone, complete = ask();
		assert.same({ { "ann", "bob" }, {}, true }, { names, gone, complete });
	end);

	it("are nothing as long as nothing changes, and nothing is described again", function ()
		a_session("ann");
		local version = ask();
		local again, names, gone, complete = ask(version);
		assert.same({ version, {}, {}, false, 1 }, { again, names, gone, complete, described });
	end);

	it("are each change of what is described", function ()
		local ann = a_session("ann");
		a_session("bob");
		local version = ask();
		local names;
		for name, value in pairs {
			presence = st.presence(), priority = 5, chat_active_at = 120.5, ip = "192.0.2.2", secure = true, hibernating = 1,
			websocket_request = {}, bosh_wait = 60, username = "ann2", resource = "d", conntime = 91, chat_created_at = 92,
		} do
			ann[name] = value;
			version, names = ask(version);
			assert.equal(1, #names, name);
		end
		ann.presence = nil;
		version, names = ask(version);
		assert.same({ "ann2" }, names);
		assert.same({}, select(2, ask(version)));
	end);

	it("are those who have gone, whether their end was announced or not", function ()
		local ann, bob = a_session("ann"), a_session("bob");
		a_session("cat");
		local version = ask();
		sessions.ann = nil;
		world.fire("resource-unbind", { session = ann });
		sessions.bob, bob.destroyed = nil, true;
		local next_version, names, gone, complete = ask(version);
		assert.same({ {}, { ann.full_jid, bob.full_jid }, false }, { names, gone, complete });
		assert.same({}, select(3, ask(next_version)));
	end);

	it("are a session that has taken the place of another one", function ()
		local ann = a_session("ann");
		local version = ask();
		world.fire("resource-unbind", { session = ann });
		a_session("ann");
		local _, names, gone = ask(version);
		assert.same({ { "ann" }, {} }, { names, gone });
		world.fire("resource-unbind", { session = ann });
		assert.same({ "ann" }, select(2, ask()));
	end);

	it("are told to each caller since its own version", function ()
		local ann = a_session("ann");
		local first = ask();
		ann.priority = 1;
		local second = ask(first);
		a_session("bob");
		assert.same({ "bob" }, select(2, ask(second)));
		assert.same({ "ann", "bob" }, select(2, ask(first)));
	end);

	it("are not lost on a caller that is answered while others run", function ()
		local ann, other = a_session("ann"), nil;
		local version = ask();
		answer(version, function (visit)
			visit(ann);
			ann.priority = 7;
			other = ask(version);
		end);
		assert.same({}, select(2, ask(other)));
		local late = json.decode(answer(version, function () end));
		assert.equal(1, #late.sessions);
	end);

	it("are all sessions for versions that are unknown: of another run, to come, or too old", function ()
		local ann = a_session("ann");
		local old = ask();
		for count = 1, 2000 do
			world.fire("resource-unbind", { session = ann });
			ann = a_session("ann");
			ask();
		end
		for _, version in ipairs { old, "x", "other:1", (old:gsub("%d+$", "999999")) } do
			local _, names, _, complete = ask(version);
			assert.same({ { "ann" }, true }, { names, complete }, version);
		end
		local of_first_run = ask();
		start();
		a_session("ann");
		ask();
		assert.is_true(select(4, ask(of_first_run)));
	end);
end);
