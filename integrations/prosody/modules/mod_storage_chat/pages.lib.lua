-- What an archive store of ours answers to `find`, out of the pages of a function of the contract.

local array = require "util.array";
local parse_xml = require "util.xml".parse;

local largest_page = 1000;

--- Returns `find`. `ask(key, query)` returns true and the page ({ total, items = { { id, sent_at, stanza } } }, ascending;
-- nil: the query names a message that is not there), or false and the reason.
return function (ask)
	return function (_, key, query)
		query = query or {};
		local ids = query.ids and array(query.ids);
		local limit = math.max(0, math.min(query.limit or largest_page, largest_page)); -- clients may ask for infinity
		local ok, page = ask(key, {
			start = query.start, ["end"] = query["end"], with = query.with;
			after = query.after, before = query.before, ids = ids;
			limit = limit, reverse = query.reverse or false, total = query.total or false;
		});
		if not ok then return nil, page; end
		if not page or ids and #page.items < #ids then return nil, "item-not-found"; end

		local index, last, step = 0, #page.items + 1, 1;
		if query.reverse then
			index, last, step = last, 0, -1;
		end
		local function next_message()
			index = index + step;
			if index == last then return nil; end
			local item = page.items[index];
			local stanza, err = parse_xml(item.stanza);
			if not stanza then
				module:log("error", "Message %s cannot be read: %s", item.id, err);
				return next_message();
			end
			return item.id, stanza, math.floor(item.sent_at); -- util.datetime knows whole seconds only
		end
		return next_message, page.total;
	end
end
