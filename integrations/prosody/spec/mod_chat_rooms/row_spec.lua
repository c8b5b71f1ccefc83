local pretended = require "spec.support.pretended_module";

describe("a row of a room", function ()
	local row = pretended("mod_chat_rooms").library("row");
	local function with(affiliations, via_groups)
		local entries = {};
		for jid, affiliation in pairs(affiliations) do entries[jid] = { affiliation = affiliation }; end
		return { affiliations = entries, via_groups = via_groups or {} };
	end

	it("gives somebody the first of owner, admin, outcast and member, held directly or through a group", function ()
		local order = { "owner", "admin", "outcast", "member" };
		for i, first in ipairs(order) do
			for j, second in ipairs(order) do
				local expected = order[math.min(i, j)];
				local self = with({ ["ann@x"] = first }, { ["ann@x"] = second });
				assert.equal(expected, row.affiliation_of(self, "ann@x/desk"), first .. " " .. second);
			end
		end
		assert.is_nil(row.affiliation_of(with {}, "ann@x"));
	end);

	it("bans everybody of a banned domain who holds nothing", function ()
		local self = with({ x = "outcast", ["ann@x"] = "member" }, { ["kim@x"] = "admin" });
		assert.equal("outcast", row.affiliation_of(self, "eve@x/desk"));
		assert.equal("member", row.affiliation_of(self, "ann@x"));
		assert.equal("admin", row.affiliation_of(self, "kim@x"));
		assert.is_nil(row.affiliation_of(with { x = "owner" }, "eve@x"));
		assert.equal("owner", row.affiliation_of(with { x = "owner" }, "x"));
	end);

	it("knows the role that comes with an affiliation", function ()
		for affiliation, roles in pairs {
			owner = { "moderator", "moderator" }, admin = { "moderator", "moderator" };
			member = { "participant", "participant" };
		} do
			assert.equal(roles[1], row.role_of({}, affiliation));
			assert.equal(roles[2], row.role_of({ moderated = true }, affiliation));
		end
		assert.equal("participant", row.role_of({}, nil));
		assert.equal("visitor", row.role_of({ moderated = true }, nil));
	end);

	it("replaces affiliations and reserved nicknames of a room in memory", function ()
		local room = { _data = {}, _affiliations = { old = "owner" }, _reserved_nicks = { Old = "old" } };
		row.fill({
			affiliations = { ["ann@x"] = { affiliation = "owner" }, ["bob@x"] = { affiliation = "member", nickname = "Bob" } };
			broadcast_presence_roles = {}, max_users = 0;
		}, room);
		assert.same({ ["ann@x"] = "owner", ["bob@x"] = "member" }, room._affiliations);
		assert.same({ ["bob@x"] = { reserved_nickname = "Bob" } }, room._affiliation_data);
		assert.same({ Bob = "bob@x" }, room._reserved_nicks);
	end);

	it("tells which options differ, lists by what they hold", function ()
		local before = { natural_name = "A", broadcast_presence_roles = { "visitor" } };
		local function changed(after)
			local names = {};
			for _, option in ipairs(row.changed_options(before, after)) do table.insert(names, option.option); end
			return names;
		end
		assert.same({}, changed { natural_name = "A", broadcast_presence_roles = { "visitor" } });
		assert.same({ "natural_name" }, changed { broadcast_presence_roles = { "visitor" } });
		assert.same({ "broadcast_presence_roles" }, changed { natural_name = "A", broadcast_presence_roles = {} });
	end);

	it("that a chat user creates shows everybody, and belongs to its creator", function ()
		local made = row.created_by("ann@x", "tea", "open");
		assert.equal("open", made.password);
		assert.same({ ["ann@x"] = { affiliation = "owner" } }, made.affiliations);
		assert.same({ "moderator", "participant", "visitor" }, { table.unpack(made.broadcast_presence_roles) });
		assert.same({ "tea", "tea" }, { made.natural_name, made.description });
		assert.same({ 30, true, true, true }, {
			made.max_users, made.public_room, made.can_anyone_discover_jid, made.log_enabled,
		});
		local long = row.created_by("ann@x", ("é"):rep(300));
		assert.same({ 255, 255 }, { utf8.len(long.natural_name), utf8.len(long.description) });
	end);
end);
