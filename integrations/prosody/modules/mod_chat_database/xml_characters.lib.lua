-- The service stores any text, but XML cannot represent every character, and all texts here end up in XML.
-- Forbidden ones are dropped, as in the service's own documents. Contract: core 1.9

local function without_forbidden(text)
	text = text:gsub("[\1-\8\11\12\14-\31]", "");
	return (text:gsub("\239\191[\190\191]", "")); -- U+FFFE, U+FFFF
end

local function clean(value)
	if type(value) == "string" then return without_forbidden(value); end
	if type(value) ~= "table" then return value; end
	for key, member in pairs(value) do
		value[key] = clean(member);
	end
	return value;
end

--- Cleans a decoded answer of PostgreSQL, which is only traversed if its JSON may contain such characters.
return function (decoded, json)
	local suspicious = json:find("\\u00[01]") or json:find("\\[bf]") or json:find("\239\191[\190\191]");
	return suspicious and clean(decoded) or decoded;
end
