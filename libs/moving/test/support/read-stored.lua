-- What Prosody makes of stored elements. Each line of standard input is an element, in JSON or as XML; the answer to each is a line:
-- `(name attributes children)` in hex, - when it cannot be read.

package.path = "/usr/lib/prosody/?.lua;" .. package.path;
package.cpath = "/usr/lib/prosody/?.so;" .. package.cpath;

local json = require "util.json";
local stanza = require "util.stanza";
local xml = require "util.xml";

local function hex(text)
	return (text:gsub(".", function (byte) return ("%02x"):format(byte:byte()); end));
end

local function shown(element)
	local attributes = {};
	for name, value in pairs(element.attr) do
		if name ~= "xmlns" then table.insert(attributes, hex(name) .. "=" .. hex(value)); end
	end
	table.sort(attributes);
	local children, text = {}, "";
	local function end_text()
		if text ~= "" then table.insert(children, hex(text)); end
		text = "";
	end
	for _, child in ipairs(element) do
		if type(child) == "string" then
			text = text .. child;
		else
			end_text();
			table.insert(children, shown(child));
		end
	end
	end_text();
	local name = hex(element.attr.xmlns or "") .. ":" .. hex(element.name);
	return ("(%s [%s] %s)"):format(name, table.concat(attributes, " "), table.concat(children, " "));
end

local function read(line)
	if line:sub(1, 1) == "{" then return stanza.deserialize(json.decode(line)); end
	return xml.parse(line);
end

for line in io.lines() do
	local ok, element = pcall(read, line);
	io.write(ok and element and shown(element) or "-", "\n");
end
