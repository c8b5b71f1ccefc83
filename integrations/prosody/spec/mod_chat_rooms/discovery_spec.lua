local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("discovery", function ()
	local asked, paces;
	-- `stored`: the rooms of the service, nil: there is no database
	local function items(page_request, stored)
		asked, paces = {}, 0;
		local db = {};
		function db.call(_, _, after, amount)
			table.insert(asked, { after = after, amount = amount });
			local found = {};
			for _, room in ipairs(stored or {}) do
				if room.name > after and #found < amount then table.insert(found, room); end
			end
			return stored ~= nil, found;
		end
		local bridge = {};
		function bridge.pacer()
			return function () paces = paces + 1; end;
		end
		local world = pretended("mod_chat_rooms", {
			shared = { ["/*/chat_database/api"] = db, ["/*/chat_bridge/api"] = bridge };
		});
		world.library("discovery")({
			service = "conference";
			address_of = function (name) return name .. "@conference.example.org"; end;
			unavailable = function (stanza) return st.error_reply(stanza, "wait", "internal-server-error"); end;
		});
		local stanza = st.iq({ type = "get", id = "1", to = "conference.example.org" })
			:tag("query", { xmlns = "http://jabber.org/protocol/disco#items" });
		if page_request then stanza:add_child(page_request); end
		stanza:reset();
		local answered;
		world.fire("host-disco-items", {
			origin = { send = function (reply) answered = reply; end };
			stanza = stanza;
			reply = st.reply(stanza):tag("query", { xmlns = "http://jabber.org/protocol/disco#items" });
		});
		return answered:reset();
	end
	local function page(fields) return require "util.rsm".generate(fields); end
	local function rooms(amount)
		local list = {};
		for index = 1, amount do
			list[index] = { name = ("r%05d"):format(index), natural_name = "Room " .. index };
		end
		return list;
	end
	local function names(reply)
		local list = {};
		for item in reply.tags[1]:childtags("item") do table.insert(list, item.attr.jid); end
		return list;
	end

	it("lists public rooms by address and name", function ()
		local reply = items(nil, rooms(2));
		assert.same({ "r00001@conference.example.org", "r00002@conference.example.org" }, names(reply));
		assert.equal("Room 1", reply.tags[1]:get_child("item").attr.name);
		assert.is_nil(require "util.rsm".get(reply.tags[1]));
		assert.same({ { after = "", amount = 500 } }, asked);
	end);

	it("lists all of them when no page is asked for, in pieces between which others run", function ()
		local reply = items(nil, rooms(1200));
		assert.equal(1200, #names(reply));
		assert.is_nil(require "util.rsm".get(reply.tags[1]));
		assert.same({
			{ after = "", amount = 500 }, { after = "r00500", amount = 500 }, { after = "r01000", amount = 500 };
		}, asked);
		assert.is_true(paces >= 3);
	end);

	it("gives pages that their last room marks off", function ()
		local reply = items(page { max = 2, after = "r00001" }, rooms(4));
		assert.same({ { after = "r00001", amount = 3 } }, asked);
		assert.equal(2, #names(reply));
		local told = require "util.rsm".get(reply.tags[1]);
		assert.equal("r00003", told.last);
		assert.is_nil(told.count);
		assert.equal(2, require "util.rsm".get(items(page { max = 5 }, rooms(2)).tags[1]).count);
	end);

	it("bounds pages to 100, and does not read backwards", function ()
		assert.equal(100, #names(items(page { max = 5000 }, rooms(300))));
		local reply = items(page { max = 2, before = true }, rooms(3));
		assert.equal("feature-not-implemented", (select(2, reply:get_error())));
		assert.same({}, asked);
	end);

	it("says that it cannot tell while there is no database", function ()
		assert.equal("internal-server-error", (select(2, items(nil, nil):get_error())));
	end);

	describe("tells the subject", function ()
		local function told(affiliation, room)
			local world = pretended("mod_chat_rooms");
			world.library("discovery")({});
			local values = {};
			world.fire("muc-disco#info", {
				form = {}, formdata = values, stanza = st.iq({ id = "1", type = "get", from = "ann@example.org" });
				room = {
					chat = { row = { subject = "tea", max_users = -1 } };
					get_affiliation = function () return affiliation; end;
					get_password = function () return room.password; end;
					get_members_only = function () return room.members_only; end;
				};
			});
			assert.equal("0", values["muc#roomconfig_maxusers"]);
			return values["muc#roominfo_subject"];
		end

		it("to those who may enter", function ()
			assert.equal("tea", told(nil, {}));
			assert.is_nil(told("outcast", {}));
			assert.is_nil(told(nil, { password = "p" }));
			assert.is_nil(told(nil, { members_only = true }));
			assert.equal("tea", told("member", { password = "p", members_only = true }));
		end);
	end);
end);
