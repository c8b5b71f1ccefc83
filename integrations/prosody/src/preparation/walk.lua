-- How Prosody itself prepares texts. Each line of standard input asks for a text, or for a walk over a range of code points:
--   <profile> <strict|lenient> <text in hex>
--   <profile> <strict|lenient> <text before it, in hex, or -> <text after it, in hex, or -> <first> <last>
-- The answer to each text is a line: the prepared text in hex, - when it is refused.

package.path = "/usr/lib/prosody/?.lua;" .. package.path;
package.cpath = "/usr/lib/prosody/?.so;" .. package.cpath;

local profiles = require "util.encodings".stringprep;

local function hex(text)
	return (text:gsub(".", function (byte) return ("%02x"):format(byte:byte()); end));
end

local function text_of(digits)
	if digits == "-" then return ""; end
	return (digits:gsub("%x%x", function (pair) return string.char(tonumber(pair, 16)); end));
end

local function answer(prepared)
	io.write(prepared and hex(prepared) or "-", "\n");
end

for line in io.lines() do
	local profile, strictness, before, rest = line:match("^(%S+) (%S+) (%S+)(.*)$");
	local prepare, strict = profiles[profile], strictness == "strict";
	local after, first, last = rest:match("^ (%S+) (%d+) (%d+)$");
	if not after then
		answer(prepare(text_of(before), strict));
	else
		before, after = text_of(before), text_of(after);
		for code = first, last do answer(prepare(before .. utf8.char(code) .. after, strict)); end
	end
end
