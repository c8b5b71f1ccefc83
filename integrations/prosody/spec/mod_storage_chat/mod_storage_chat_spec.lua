local pretended = require "spec.support.pretended_module";

local function storage_with(call)
	return pretended("mod_storage_chat", {
		options = { chat_service = "conference" };
		shared = { ["/*/chat_database/api"] = { call = call } };
		libraries = { roster = { keyval = {}, map = {} }, pictures = {} };
		requires = { ["core.storagemanager"] = {
			get_driver = function () return { open = function (_, name, kind) return "stock " .. name .. " " .. kind; end }; end;
		} };
	});
end

describe("the storage", function ()
	it("opens the stores that are rows of the service, and no others", function ()
		local world = storage_with();
		world.load();
		local driver = world.provided[1].item;
		assert.is_table(driver:open("roster", "map"));
		assert.is_table(driver:open("vcard"));
		assert.is_table(driver:open("muc_log", "archive"));
		assert.is_table(driver:open("archive", "archive"));
		assert.is_table(driver:open("pep_urn:xmpp:avatar:data", "archive"));
		assert.is_table(driver:open("pep_urn:xmpp:avatar:metadata", "archive"));
		assert.equal("stock pep_urn:xmpp:bookmarks:1 archive", driver:open("pep_urn:xmpp:bookmarks:1", "archive"));
		assert.same({ nil, "unsupported-store" }, { driver:open("vcard", "archive") });
		assert.same({ nil, "unsupported-store" }, { driver:open("accounts") });
		assert.is_true(driver:purge("ann"));
	end);
end);
