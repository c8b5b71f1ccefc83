local pretended = require "spec.support.pretended_module";
local json = require "util.json";

describe("xml_characters", function ()
	local for_xml = pretended("mod_chat_database").library("xml_characters");
	local function cleaned(text)
		return for_xml(json.decode(text), text);
	end

	it("leaves out what XML forbids, wherever it is", function ()
		assert.same(
			{ name = "ab", list = { "cd", { deep = "ef" } } },
			cleaned '{"name":"a\\u0001b","list":["c\\u000bd",{"deep":"\\u001fe\\bf\\f"}]}'
		);
		assert.same({ "ab" }, cleaned('["a\239\191\190b\239\191\191"]'));
	end);

	it("keeps tabs, line ends and everything else", function ()
		local text = '["\\t\\n\\r \\u0020\195\166\240\159\152\128\239\191\189"]';
		assert.same({ "\t\n\r  \195\166\240\159\152\128\239\191\189" }, cleaned(text));
	end);
end);
