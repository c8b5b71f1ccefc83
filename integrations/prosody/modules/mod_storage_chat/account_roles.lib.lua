-- The roles of accounts as Prosody 13 stores them: the primary one under `_default`, unless it is the default one.

local administrators = module:require "administrators";

local admin = "prosody:admin";

local keyval, map = {}, { remove = {} };

function keyval:get(username) -- luacheck: ignore 212/self
	local is_admin, err = administrators.has(username);
	if is_admin then return { _default = admin }; end
	return nil, err;
end

function map:get(username, key) -- luacheck: ignore 212/self
	local roles, err = keyval:get(username);
	return roles and roles[key], err;
end

function map:get_all(key) -- luacheck: ignore 212/self
	local set, err = administrators.all();
	if not set then return nil, err; end
	local found = {};
	for username in pairs(key == "_default" and set or {}) do found[username] = admin; end
	return found;
end

--- Confirms what is so already, as registration asks for it.
function map:set_keys(username, keys)
	local is_admin, err = administrators.has(username);
	if is_admin == nil then return nil, err; end
	for key, value in pairs(keys) do
		local wanted;
		if value ~= self.remove then wanted = value; end
		if wanted ~= (key == "_default" and is_admin and admin or nil) then return nil, administrators.refusal; end
	end
	return true;
end

function map:set(username, key, value)
	if value == nil then value = self.remove; end
	return self:set_keys(username, { [key] = value });
end

return { keyval = keyval, map = map };
