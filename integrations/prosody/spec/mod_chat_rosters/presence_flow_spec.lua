local pretended = require "spec.support.pretended_module";
local st = require "util.stanza";

describe("presence after a change of a subscription that no client made", function ()
	local told;
	local function after(old, new, contact)
		contact = contact or "bob@example.org";
		told = {};
		local world = pretended("mod_chat_rosters", {
			depends = {
				presence = {
					send_presence_of_available_resources = function (username, _, to, _, stanza)
						table.insert(told, ("%s is %s to %s"):format(username, stanza and stanza.attr.type or "shown", to));
					end;
				};
			};
			prosody = {
				hosts = {
					["example.org"] = {
						sessions = {
							bob = {
								sessions = {
									desk = { full_jid = "bob@example.org/desk", presence = st.presence() };
									away = { full_jid = "bob@example.org/away" };
								};
							};
						};
					};
				};
			};
		});
		world.library("presence_flow").follow("ann", { jid = contact, old = old, new = new });
		for _, stanza in ipairs(world.sent) do
			table.insert(told, ("%s from %s to %s"):format(stanza.attr.type, stanza.attr.from, stanza.attr.to));
		end
		return told;
	end
	local function item(subscription, ask) return { subscription = subscription, ask = ask }; end

	it("shows and hides the owner", function ()
		assert.same({ "ann is shown to bob@example.org" }, after(nil, item "from"));
		assert.same({ "ann is unavailable to bob@example.org" }, after(item "from", item "none"));
		assert.same({}, after(item "from", item "from"));
	end);

	it("asks for the contact's presence, and takes back what was shown of it", function ()
		assert.same({ "probe from ann@example.org to bob@example.org" }, after(item "none", item "to"));
		assert.same({ "unavailable from bob@example.org/desk to ann@example.org" }, after(item "to", item "none"));
	end);

	it("does both for both", function ()
		assert.same({
			"ann is shown to bob@example.org", "probe from ann@example.org to bob@example.org";
		}, after(nil, item "both"));
		assert.same({ "probe from ann@example.org to bob@example.org" }, after(item "from", item "both"));
	end);

	it("hides a contact elsewhere by its bare address, as its resources are not known", function ()
		assert.same({
			"unavailable from eve@elsewhere.org to ann@example.org";
		}, after(item "to", item "none", "eve@elsewhere.org"));
	end);

	it("says goodbye to a contact that is gone from the roster", function ()
		assert.same({
			"ann is unavailable to bob@example.org";
			"unavailable from bob@example.org/desk to ann@example.org";
			"unsubscribed from ann@example.org to bob@example.org";
			"unsubscribe from ann@example.org to bob@example.org";
		}, after(item "both", nil));
		assert.same({ "unsubscribe from ann@example.org to bob@example.org" }, after(item("none", "subscribe"), nil));
		assert.same({}, after(item "none", nil));
	end);
end);
