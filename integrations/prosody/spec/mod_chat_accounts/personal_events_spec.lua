local pretended = require "spec.support.pretended_module";

describe("personal events of an account", function ()
	local services, items, removed, reloaded, pep;
	local function world()
		return pretended("mod_chat_accounts", {
			requires = { ["core.modulemanager"] = {
				get_module = function () return pep; end;
				reload = function (_, name) table.insert(reloaded, name); end;
			} };
		}).library("personal_events");
	end
	before_each(function ()
		services, items = { ann = "nodes of ann", bob = "nodes of bob" }, { ann = "item of ann" };
		removed, reloaded = {}, {};
		local pep_service_items = items;
		pep = {
			module = { remove_item = function (_, kind, item) table.insert(removed, kind .. ": " .. item); end };
			get_pep_service = function (username) return services[username] or pep_service_items[username]; end;
		};
	end);

	it("are no longer remembered, those of others are", function ()
		world()("ann");
		assert.same({ bob = "nodes of bob" }, services);
		assert.same({}, items);
		assert.same({ "pep-service: item of ann" }, removed);
		world()("nobody");
		assert.same({ "pep-service: item of ann" }, removed);
	end);

	it("of a module that is built otherwise are forgotten with all it remembers", function ()
		pep.get_pep_service = function () end;
		world()("ann");
		assert.same({ "pep" }, reloaded);
	end);

	it("need not be forgotten where there are none", function ()
		pep = nil;
		world()("ann");
		assert.same({}, reloaded);
	end);
end);
