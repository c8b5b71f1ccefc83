local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

local function storage_with(call)
	return pretended("mod_storage_chat", {
		options = { chat_service = "conference", pep_info_cache_size = 10 };
		shared = { ["/*/chat_database/api"] = { call = call } };
		libraries = { roster = { keyval = {}, map = {} } };
	});
end

describe("the store of vCards", function ()
	local answer;
	local function store() return storage_with(function () return table.unpack(answer, 1, 2); end).library("vcard").keyval; end

	it("reads one as a stanza that can be kept", function ()
		answer = { true, "<!-- a --><vCard xmlns='vcard-temp'><FN>Ann</FN></vCard>" };
		assert.equal("Ann", st.deserialize(store():get("ann")):get_child_text("FN"));
	end);

	it("tells apart none, none to be had, and one that cannot be read", function ()
		answer = { true, nil };
		assert.same({ nil }, { store():get("ann") });
		answer = { false, "unavailable" };
		assert.same({ nil, "unavailable" }, { store():get("ann") });
		answer = { true, "<vCard" };
		assert.same({ nil, "not well-formed" }, { store():get("ann") });
	end);

	it("writes one, and says when there is no such account", function ()
		answer = { true, true };
		assert.is_true(store():set("ann", st.preserialize(st.stanza("vCard", { xmlns = "vcard-temp" }))));
		answer = { true, false };
		assert.same({ nil, "no such account" }, { store():set("ann", nil) });
		answer = { false, "unavailable" };
		assert.same({ nil, "unavailable" }, { store():set("ann", nil) });
	end);
end);
