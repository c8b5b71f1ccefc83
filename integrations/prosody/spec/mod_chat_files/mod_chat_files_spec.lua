local pretended = require "spec.support.pretended_module";
local array = require "util.array";

describe("files", function ()
	local calls, pages, world, removed, failing, files;
	before_each(function ()
		calls, pages, removed, failing = {}, {}, {}, {};
		world = pretended("mod_chat_files", {
			shared = {
				["/*/chat_database/api"] = { call = function (...)
					table.insert(calls, { ... });
					if (...) == "departed_files" then return true, table.remove(pages, 1) or {}; end
					return true, 1;
				end };
				["/*/chat_bridge/api"] = { pacer = function () return function () end; end };
			};
			requires = {
				["core.modulemanager"] = {}, ["net.http.server"] = {}, ["util.pposix"] = { ENOENT = 2 };
				["core.storagemanager"] = { olddm = { getpath = function (slot, host, name, extension)
					return table.concat({ host, name, slot .. "." .. extension }, "/");
				end } };
			};
			prosody = { hosts = {} };
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

	it("are asked for once without being told, with those of nobody", function ()
		assert.equal(0, files.remove_departed(nil));
		assert.equal(0, files.remove_departed(nil));
		assert.same({ { "departed_files", "", true } }, calls);
	end);

	it("are removed page by page, also those that are not there", function ()
		pages = { { file("1"), file("2") }, { file("3") } };
		failing[path("2")] = 2;
		assert.equal(3, files.remove_departed(true));
		assert.same({ path("1"), path("2"), path("3") }, removed);
		assert.same({ "removed_files", array { "1", "2" } }, calls[2]);
		assert.same({ "departed_files", "2", false }, calls[3]);
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
end);
