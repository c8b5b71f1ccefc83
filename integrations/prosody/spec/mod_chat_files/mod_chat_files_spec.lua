local pretended = require "spec.support.pretended_module";
local array = require "util.array";
local st = require "util.stanza";

describe("files", function ()
	local calls, pages, people, world, removed, failing, files, row, problem, quota, sent, routes, opened, options, expired, clock;
	before_each(function ()
		calls, pages, people, removed, failing, sent, row, problem, quota = {}, {}, {}, {}, {}, {}, nil, nil, nil;
		routes, opened, options, expired, clock = {}, {}, {}, {}, 0;
		world = pretended("mod_chat_files", {
			options = options;
			shared = {
				["/*/chat_database/api"] = { call = function (...)
					table.insert(calls, { ... });
					if (...) == "stray_files" then
						if people.fault then return nil, people.fault; end
						return true, table.remove(people, 1);
					end
					if (...) == "departed_files" then return true, table.remove(pages, 1) or {}; end
					if (...) == "file_quota" then return true, quota; end
					if (...) == "expire_files" then
						if expired.fault then return nil, expired.fault; end
						return true, table.remove(expired, 1);
					end
					return true, 1;
				end };
				["/*/chat_bridge/api"] = {
					pacer = function () return function () end; end;
					route = function (method, path, handler) routes[method .. " " .. path] = handler; end;
				};
			};
			requires = {
				["core.modulemanager"] = {
					is_loaded = function (host) return host == "upload.example.org"; end;
					get_module = function () return { apps = { file_share = {
						["PUT example.org/file_share/*"] = {}, ["GET example.org/file_share/*"] = {},
					} } }; end;
				};
				["util.time"] = { monotonic = function () return clock; end };
				["net.http.server"] = {}, ["util.pposix"] = { ENOENT = 2 };
				["core.storagemanager"] = { open = function ()
					return { get = function () return row, problem; end };
				end, olddm = { getpath = function (slot, host, name, extension)
					return table.concat({ host, name, slot .. "." .. extension }, "/");
				end } };
			};
			prosody = { start_time = 1, hosts = { ["example.org"] = {}, ["upload.example.org"] = {} } };
			io = { open = function (at, mode)
				if mode == "a" and not failing[at] then opened[at] = {}; end
				return opened[at] and {
					close = function () end;
					read = function () return opened[at][1]; end;
					write = function (_, text) table.insert(opened[at], text); end;
				} or nil;
			end };
			os = { remove = function (path)
				table.insert(removed, path);
				if failing[path] then return nil, path .. ": no", failing[path]; end
				return true;
			end };
		});
		world.load();
		files = world.api("/*/chat_files/api");
	end);

	local function file(id) return { id = id, host = "upload.example.org", slot = "s" .. id }; end
	local function path(id) return ("upload.example.org/http_file_share/s%s.bin"):format(id); end

	it("of nobody are looked for without being told, until everybody has been seen", function ()
		people = { "bob@example.org" };
		for _ = 1, 3 do assert.equal(0, files.remove_departed(nil)); end
		assert.same({
			{ "stray_files", "" }, { "departed_files", "" },
			{ "stray_files", "bob@example.org" }, { "departed_files", "" },
		}, calls);
	end);

	it("are removed while those of nobody cannot be looked for, which goes on where it was", function ()
		people = { fault = "timeout" };
		pages = { { file("1") } };
		assert.equal(1, files.remove_departed(true));
		assert.same({ path("1") }, removed);
		people = {};
		files.remove_departed(nil);
		assert.same({ "stray_files", "" }, calls[5]);
	end);

	it("are removed page by page, also those that are not there", function ()
		pages = { { file("1"), file("2") }, { file("3") } };
		failing[path("2")] = 2;
		assert.equal(3, files.remove_departed(true));
		assert.same({ path("1"), path("2"), path("3") }, removed);
		assert.same({ "removed_files", array { "1", "2" } }, calls[3]);
		assert.same({ "departed_files", "2" }, calls[4]);
		assert.same({}, world.logged);
	end);

	it("that cannot be removed are tried again, hold up no others, and are logged once", function ()
		failing[path("1")] = 13;
		for _ = 1, 2 do
			pages = { { file("1"), file("2") } };
			assert.equal(1, files.remove_departed(true));
		end
		assert.equal(1, #world.logged);
		failing[path("1")] = nil;
		pages = { { file("1") } };
		assert.equal(1, files.remove_departed(true));
	end);

	describe("past their retention", function ()
		local function hourly() return files.remove_departed(nil); end
		before_each(function () hourly(); calls = {}; end); -- nobody's

		it("are removed each hour, those of some people at each call", function ()
			options.http_file_share_expires_after = -1;
			clock = 3600;
			assert.same({}, files.expired_by_stock());
			expired, pages = { { removed = 1, next = "ann@example.org" }, { removed = 0 } }, { { file("1") } };
			assert.equal(1, hourly());
			for _ = 1, 2 do assert.equal(0, hourly()); end
			assert.same({ "expire_files", array { "upload.example.org" }, "" }, calls[1]);
			assert.same({ "expire_files", array { "upload.example.org" }, "ann@example.org" }, calls[5]);
			assert.equal(5, #calls);
			clock, expired = 7200, { { removed = 0 } };
			hourly();
			assert.equal(6, #calls);
		end);

		it("are asked for again where the database was away", function ()
			options.http_file_share_expires_after = "never";
			clock = 3600;
			expired.fault = "timeout";
			assert.equal(0, hourly());
			expired = { { removed = 0 } };
			hourly();
			assert.equal(2, #calls);
		end);

		it("are left to the stock module where it expires them", function ()
			for _, after in ipairs { 86400, "1w", 0 } do
				options.http_file_share_expires_after = after;
				clock = clock + 3600;
				assert.equal(0, hourly());
				assert.same({ "upload.example.org" }, { table.unpack(files.expired_by_stock()) });
			end
			assert.same({}, calls);
		end);
	end);

	it("are removed at once when the service has removed them", function ()
		pages = { { file("1") } };
		assert.same({ removed = 1 }, routes["POST /files/removed"]({}));
		assert.same({ path("1") }, removed);
	end);

	it("are there while they have bytes", function ()
		opened[path("2")] = {};
		local there = routes["POST /files/there"];
		local ref = { host = "upload.example.org", slot = "s2" };
		assert.same({ there = { false, true } }, there({ files = { { host = "upload.example.org", slot = "s1" }, ref } }));
		assert.same({ there = {} }, there({}));
		for _, wrong in ipairs { "x", { host = "a" }, { slot = "a" }, { host = 1, slot = "a" } } do
			assert.is_nil((there({ files = { wrong } })));
		end
	end);

	it("lie in a folder with one mark, whichever server asks", function ()
		local storage = routes["GET /files/storage"];
		local mark = "upload.example.org/http_file_share/chat-admin.mark";
		failing[mark] = 13;
		assert.same({}, storage());
		failing[mark] = nil;
		local first = storage();
		assert.matches("^%S+\n?$", first.storage);
		assert.same(first, storage());
		opened[mark] = { "of-another", "later" };
		assert.same({ storage = "of-another" }, storage());
	end);

	it("are taken for a slot that is there, and while nobody can know", function ()
		local function put() return world.fire("PUT example.org/file_share/*", { request = { path = "/file_share/s1/a.txt" } }); end
		row = {};
		assert.is_nil(put());
		row, problem = nil, "no database at the moment";
		assert.is_nil(put());
		problem = "item-not-found";
		assert.equal(410, put());
	end);

	describe("beyond the quota", function ()
		local function ask(size)
			local stanza = st.iq({ type = "get", id = "1", from = "ann@example.org/desk", to = "upload.example.org" })
				:tag("request", { xmlns = "urn:xmpp:http:upload:0", filename = "a", size = size }):reset();
			return world.fire("iq-get/host/urn:xmpp:http:upload:0:request", {
				stanza = stanza, origin = { send = function (reply) table.insert(sent, reply); end };
			});
		end

		it("are refused, with the quota in MiB", function ()
			for bytes, shown in pairs { [3145728] = "3", [1572864] = "1.5" } do
				quota = { quota = bytes };
				assert.is_true(ask("7"));
				local _, condition, text = sent[#sent]:get_error();
				assert.same({ "resource-constraint", ("Your quota of %s MiB is used up"):format(shown) }, { condition, text });
			end
			assert.same({ "file_quota", "ann@example.org", "7" }, calls[1]);
		end);

		it("are nobody's concern within it, nor with a size that is none", function ()
			assert.is_nil(ask("7"));
			quota = { quota = 1 };
			for _, size in ipairs { "", "x", "-1", "1.5", "1e999", "nan", "9e99" } do assert.is_nil(ask(size)); end
			assert.same({}, sent);
			assert.equal(1, #calls);
		end);
	end);
end);
