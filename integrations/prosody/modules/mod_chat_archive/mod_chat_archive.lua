-- What the archive of an account knows besides its messages, which mod_mam stores: when the owner has logged out.

module:depends("chat_database");

local db = module:shared("/*/chat_database/api");

local users = prosody.hosts[module.host].sessions;

module:hook("resource-unbind", function (event)
	local username = event.session.username;
	if not users[username] then db.call("logged_out", username); end
end);
