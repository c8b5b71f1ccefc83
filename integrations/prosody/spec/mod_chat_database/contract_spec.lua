local pretended = require "spec.support.pretended_module";

describe("the contract", function ()
	local contract = pretended("mod_chat_database").library("contract");

	it("writes a placeholder for each parameter", function ()
		assert.equal("select engine.renew(?,?,?)", contract.renew.sql);
		assert.equal("select engine.services()", contract.services.sql);
		assert.equal(0, contract.services.parameters);
	end);

	it("repeats no call that stores something new each time", function ()
		local once = {};
		for name, fn in pairs(contract) do
			if not fn.again then table.insert(once, name); end
		end
		table.sort(once);
		assert.same({
			"append_message", "archive_message", "delete_account", "put_room", "refuse_reports", "register_account", "store_report",
		}, once);
	end);
end);
