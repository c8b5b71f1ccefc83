-- Stores of stock modules answer reads during a walk over many people from one query for all of them, which the
-- stock SQL storage lacks. Other storages are read one by one.

local json = require "util.json";
local parse_xml = require "util.xml".parse;
local sql = require "util.sql";
local storagemanager = require "core.storagemanager";

local db = module:shared("/*/chat_database/api");
local engines = module:shared("/*/sql/connections");

local host = module.host;

local select_values = [[
	SELECT "user", "key", "type", "value" FROM "prosody"
	WHERE "host"=? AND "store"=? AND "user"=ANY(?::text[])]];
local select_last_items = [[
	SELECT "last".* FROM unnest(?::text[]) AS "person" ("name"), LATERAL (
		SELECT "user", "key", "type", "value", "when", "with" FROM "prosodyarchive"
		WHERE "host"=? AND "store"=? AND "user"="person"."name" ORDER BY "sort_id" DESC LIMIT 1) "last"]];

local readers = {
	string = function (text) return text; end;
	boolean = function (text) return text == "true"; end;
	number = tonumber;
	json = json.decode;
	xml = parse_xml;
};

local function value_of(kind, text)
	local read = readers[kind] or error("unknown type of value: " .. tostring(kind));
	local value, err = read(text);
	if value == nil then error(err or "not a " .. kind); end
	return value;
end

local function text_array(names)
	local quoted = {};
	for index, name in ipairs(names) do
		quoted[index] = '"' .. name:gsub('[\\"]', "\\%0") .. '"';
	end
	return "{" .. table.concat(quoted, ",") .. "}";
end

local function engine_of_host()
	local params = module:get_option("sql", {});
	local engine = params.driver == "PostgreSQL" and engines[sql.db2uri(params)];
	return engine or nil;
end

local function merge(target, source)
	for key, value in pairs(source) do
		target[key] = value;
	end
end

return function ()
	local function select(visit, query, ...)
		local engine = engine_of_host();
		local arguments = table.pack(...);
		local ok, err = engine:transaction(function ()
			for row in engine:select(query, table.unpack(arguments, 1, arguments.n)) do
				visit(row);
			end
		end);
		return ok or nil, err;
	end

	local function many_values(names, store)
		local found = {};
		local ok, err = select(function (row)
			local values = found[row[1]] or {};
			found[row[1]] = values;
			local value = value_of(row[3], row[4]);
			if row[2] ~= "" then
				values[row[2]] = value;
			elseif type(value) == "table" then
				merge(values, value);
			end
		end, select_values, host, store, text_array(names));
		if not ok then return nil, err; end
		return found;
	end

	local function many_last_items(names, store)
		local found = {};
		local ok, err = select(function (row) found[row[1]] = row; end,
			select_last_items, text_array(names), host, store);
		if not ok then return nil, err; end
		return found;
	end

	local function asks_for_last(query)
		for name, value in pairs(query or {}) do
			if not (name == "reverse" and value or name == "limit" and value == 1) then return false; end
		end
		return query ~= nil and query.reverse and query.limit == 1;
	end

	local keyval, map, archive = {}, {}, {};

	function keyval.get(stock_get)
		return function (self, username)
			local known, values, err = db.answer(username, many_values, self.store);
			if known then return values, err; end
			return stock_get(self, username);
		end
	end

	function map.get(stock_get)
		return function (self, username, key)
			local known, values, err = db.answer(username, many_values, self.store);
			if known then return values and values[key], err; end
			return stock_get(self, username, key);
		end
	end

	function archive.find(stock_find)
		return function (self, username, query)
			if not asks_for_last(query) then return stock_find(self, username, query); end
			local known, row, err = db.answer(username, many_last_items, self.store);
			if not known then return stock_find(self, username, query); end
			if err then return nil, err; end
			return function ()
				if not row then return nil; end
				local key, kind, text, when, with = table.unpack(row, 2, 6);
				row = nil;
				return key, value_of(kind, text), when, with;
			end;
		end
	end

	local originals = {};

	local function replace(methods, replacements)
		for name, make in pairs(replacements) do
			originals[#originals + 1] = { methods = methods, name = name, stock = methods[name] };
			methods[name] = make(methods[name]);
		end
	end

	-- All stores of a type share their methods, including those already open.
	local driver, driver_name = storagemanager.get_driver(host);
	if driver_name == "sql" and engine_of_host() then
		for kind, replacements in pairs { keyval = keyval, map = map, archive = archive } do
			replace(getmetatable(driver:open("", kind)).__index, replacements);
		end
	end

	function module.unload()
		for _, original in ipairs(originals) do
			original.methods[original.name] = original.stock;
		end
	end
end
