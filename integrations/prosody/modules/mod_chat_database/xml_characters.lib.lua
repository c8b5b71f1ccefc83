-- The service stores any text, but XML cannot hold every character, and here all texts end in XML. What it forbids is
-- left out, as in the service's own documents. Contract: core 1.9

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

--- Cleans a decoded answer of PostgreSQL, which is looked through only when its JSON may hold such characters.
return function (decoded, json)
	local suspicious = json:find("\\u00[01]") or json:find("\\[bf]") or json:find("\239\191[\190\191]");
	return suspicious and clean(decoded) or decoded;
end
