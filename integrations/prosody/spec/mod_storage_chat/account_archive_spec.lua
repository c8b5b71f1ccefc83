local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("the archive of an account", function ()
	local asked, answer;
	local function archive()
		return pretended("mod_storage_chat", {
			shared = { ["/*/chat_database/api"] = { call = function (...)
				asked = { ... };
				return table.unpack(answer, 1, 2);
			end } };
			libraries = { roster = { keyval = {}, map = {} } };
		}).library("account_archive").archive;
	end
	local function message(from)
		return st.message({ from = from, to = "ann@example.org" }, "Hello");
	end

	it("takes what was received and what was written", function ()
		answer = { true, { id = "7", sent_at = 5.75 } };
		assert.equal("7", archive():append("ann", nil, message("bob@example.org/x"), 5, "bob@example.org"));
		assert.same({ "archive_message", "ann", {
			contact = "bob@example.org";
			received = true;
			stanza = tostring(message("bob@example.org/x"));
		} }, asked);
		for from, received in pairs { ["ann@example.org/y"] = false, ["ann@example.net"] = true } do
			archive():append("ann", nil, message(from), 5, "bob@example.org");
			assert.equal(received, asked[3].received);
		end
	end);

	it("says why nothing was stored", function ()
		answer = { false, "unavailable" };
		assert.same({ nil, "unavailable" }, { archive():append("ann", nil, message("bob@example.org/x"), 5, "x") });
		answer = { true };
		assert.same({ nil, "item-not-found" }, { archive():append("ann", nil, message("bob@example.org/x"), 5, "x") });
	end);

	it("is asked for pages, those of one contact, too", function ()
		answer = { true, { items = { { id = "1", stanza = "<message><body>one</body></message>", sent_at = 5.75 } } } };
		local id, stanza, when = archive():find("ann", { with = "bob@example.org", limit = 2, after = "0" })();
		assert.same({ "1", "one", 5 }, { id, stanza:get_child_text("body"), when });
		assert.same({ "archived_messages", "ann", {
			with = "bob@example.org", after = "0", limit = 2, reverse = false, total = false;
		} }, asked);
	end);

	it("deletes nothing", function ()
		assert.is_nil((archive():delete("ann", {})));
	end);
end);
