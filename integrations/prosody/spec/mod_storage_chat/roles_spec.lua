local pretended = require "spec.support.pretended_module";

describe("roles", function ()
	local answer;
	local function store(name)
		return pretended("mod_storage_chat", {
			shared = { ["/*/chat_database/api"] = { call = function () return table.unpack(answer, 1, 2); end } };
		}).library(name);
	end
	before_each(function () answer = { true, { "ann" } }; end);

	describe("of Prosody 13", function ()
		local function keyval() return store("account_roles").keyval; end
		local function map() return store("account_roles").map; end

		it("are those of the administrators of the service", function ()
			assert.same({ _default = "prosody:admin" }, keyval():get("ann"));
			assert.is_nil(keyval():get("bob"));
			assert.equal("prosody:admin", map():get("ann", "_default"));
			assert.is_nil(map():get("bob", "_default"));
			assert.same({ ann = "prosody:admin" }, map():get_all("_default"));
			assert.same({}, map():get_all("prosody:member"));
		end);

		it("are confirmed when they are so already, and refused otherwise", function ()
			local roles = map();
			assert.is_true(roles:set_keys("ann", { _default = "prosody:admin", ["prosody:admin"] = roles.remove }));
			assert.is_true(roles:set_keys("bob", { _default = roles.remove, ["prosody:registered"] = roles.remove }));
			assert.is_true(roles:set("bob", "prosody:member", nil));
			for _, refused in ipairs {
				{ "ann", { _default = roles.remove } };
				{ "bob", { _default = "prosody:admin" } };
				{ "bob", { _default = "prosody:member" } };
				{ "bob", { ["prosody:member"] = true } };
			} do
				local done, err = roles:set_keys(refused[1], refused[2]);
				assert.is_nil(done);
				assert.matches("chat%-admin admin grant", err);
			end
		end);

		it("are unknown without database", function ()
			answer = { false, "unavailable" };
			assert.same({ nil, "unavailable" }, { keyval():get("ann") });
			assert.same({ nil, "unavailable" }, { map():get_all("_default") });
			assert.same({ nil, "unavailable" }, { map():set_keys("ann", {}) });
		end);
	end);

	describe("of Prosody 0.12", function ()
		it("are those of the administrators of the service", function ()
			local roles = store("roles");
			assert.same({ ["prosody:admin"] = true }, roles.keyval:get("ann"));
			assert.is_nil(roles.keyval:get("bob"));
			assert.same({ ann = true }, roles.map:get_all("prosody:admin"));
			assert.same({}, roles.map:get_all("prosody:member"));
			assert.error_matches(function () roles.keyval:set("bob", {}); end, "chat%-admin admin grant");
		end);
	end);
end);
