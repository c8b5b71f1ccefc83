-- What people have written to each other, for mod_mam: a copy for each account. It goes with the account's row, and at the
-- age that the administration service is told.

local jid_bare = require "util.jid".bare;
local pages = module:require "pages";

local db = module:shared("/*/chat_database/api");
local host = module.host;

local archive = { caps = { total = true, full_id_range = true, ids = true } };

archive.find = pages(function (username, query)
	return db.call("archived_messages", username, query);
end);

--- The moment is that of the database.
function archive:append(username, _, stanza, _, with) -- luacheck: ignore 212/self
	local ok, added = db.call("archive_message", username, {
		contact = with;
		received = jid_bare(stanza.attr.from) ~= username .. "@" .. host;
		stanza = tostring(stanza);
	});
	if not ok then return nil, added; end
	if not added then return nil, "item-not-found"; end
	return added.id;
end

function archive:delete() -- luacheck: ignore 212/self
	return nil, "messages are deleted by the administration service";
end

return { archive = archive };
