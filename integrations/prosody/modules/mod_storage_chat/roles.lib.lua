-- The roles of accounts as Prosody 0.12 stores them, by name. Without any its users are no administrators.

local administrators = module:require "administrators";

local admin = "prosody:admin";

local keyval, map = {}, {};

function keyval:get(username) -- luacheck: ignore 212/self
	local is_admin, err = administrators.has(username);
	if is_admin then return { [admin] = true }; end
	return nil, err;
end

--- The stock module says that a role has been stored whatever is returned.
function keyval:set() -- luacheck: ignore 212/self
	error(administrators.refusal, 0);
end

function map:get_all(key) -- luacheck: ignore 212/self
	local set, err = administrators.all();
	if not set then return nil, err; end
	return key == admin and set or {};
end

return { keyval = keyval, map = map };
