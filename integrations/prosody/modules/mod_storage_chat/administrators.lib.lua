-- Who administers: those of the list of the administration service, which is changed there.

local db = module:shared("/*/chat_database/api");

local administrators = {};

administrators.refusal = "roles are not given here: the administrators are those of the administration service"
	.. " (chat-admin admin grant, chat-admin admin revoke), and there is no other role";

--- Returns the set of their user names, or nil and the reason.
function administrators.all()
	local ok, usernames = db.call("administrators");
	if not ok then return nil, usernames; end
	local set = {};
	for _, username in ipairs(usernames) do set[username] = true; end
	return set;
end

--- Returns whether somebody is one; nil and the reason: unknown.
function administrators.has(username)
	local set, err = administrators.all();
	if not set then return nil, err; end
	return set[username] or false;
end

return administrators;
