local pretended = require "spec.support.pretended_module";
local json = require "util.json";

describe("the options of a room", function ()
	local world = pretended("mod_chat_rooms");
	local options, row = world.library("options"), world.library("row");

	local function option(name)
		for _, line in ipairs(options) do
			if line.option == name then return line; end
		end
	end

	it("are texts of so many characters, or none", function ()
		local title = option "natural_name";
		assert.equal(("ä"):rep(255), title.read(("ä"):rep(255)));
		assert.is_nil(title.read(("ä"):rep(256)));
		assert.is_nil(title.read("\255"));
		assert.equal(json.null, title.read(""));
		assert.equal("", title.show(nil));
	end);

	it("are whole numbers", function ()
		local limit = option "max_users";
		assert.equal("-3", limit.show(-3));
		assert.equal(12, limit.read(12));
		assert.is_nil(limit.read(1.5));
	end);

	it("are one of several words", function ()
		assert.equal("none", option "allow_pm".read("none"));
		assert.is_nil(option "allow_pm".read("friends"));
		assert.is_true(option "can_anyone_discover_jid".read("anyone"));
		assert.is_false(option "can_anyone_discover_jid".read("moderators"));
		assert.is_nil(option "can_anyone_discover_jid".read("nobody"));
	end);

	it("are several of them, in their order, each once", function ()
		local roles = option "broadcast_presence_roles";
		assert.same({ "moderator", "visitor" }, roles.read({ "visitor", "moderator", "visitor" }));
		assert.same({}, roles.read({}));
		assert.is_nil(roles.read({ "visitor", "none" }));
	end);

	it("are each kept where mod_muc looks for them", function ()
		local room = { _data = { subject = "old", hidden = true } };
		row.fill({
			natural_name = "Tea", public_room = true, can_anyone_discover_jid = true, log_enabled = false, members_only = true;
			broadcast_presence_roles = { "moderator" }, affiliations = {};
		}, room);
		assert.same({
			name = "Tea", hidden = false, whois = "anyone", archiving = false, members_only = true;
			presence_broadcast = { moderator = true };
		}, room._data);
	end);

	it("differ by value", function ()
		local before = { subject = "a", moderated = true, broadcast_presence_roles = { "moderator" }, version = 1 };
		local after = { subject = "b", moderated = true, broadcast_presence_roles = { "moderator" }, version = 2 };
		local changed = row.changed_options(before, after);
		assert.equal(1, #changed);
		assert.equal("subject", changed[1].option);
		after.broadcast_presence_roles = { "moderator", "visitor" };
		assert.equal(2, #row.changed_options(before, after));
	end);

	it("are told by codes, the subject by none", function ()
		assert.equal("104", option "moderated".code(true));
		assert.same({ "170", "171" }, { option "log_enabled".code(true), option "log_enabled".code(false) });
		local shown = option "can_anyone_discover_jid";
		assert.same({ "172", "173" }, { shown.code(true), shown.code(false) });
		assert.is_nil(option "subject".code("x"));
	end);
end);
