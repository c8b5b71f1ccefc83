local pretended = require "spec.support.pretended_module";

describe("the versions of Prosody", function ()
	local refusal = pretended("mod_chat_database").library("versions").refusal;

	it("are 0.12 and 13.0", function ()
		for _, version in ipairs { "0.12.3", "0.12.5", "13.0.1", "13.0.12" } do
			assert.is_nil(refusal(version));
		end
	end);

	it("are named to whoever has another", function ()
		for _, version in ipairs { "0.11.9", "0.120.1", "13.1.0", "113.0.1", "hg:0123456789ab" } do
			assert.equal("Prosody " .. version .. " is not supported, these modules need Prosody 0.12 or 13.0", refusal(version));
		end
	end);
end);
