-- Whether the chat server that serves has given no sign of life for the length of its lease: by the clock of who watches, and
-- only by what the database has answered meanwhile, so that neither another clock nor a silent database counts.

local fewest_answers = 4;

--- Returns a function that takes what the database knows of the serving one (nil: nothing), and says whether it stands still.
--- `lease`: seconds, where its own is not known.
return function (lease, now)
	local seen, since, answers;
	return function (known)
		if not known then
			seen = nil;
			return false;
		end
		local mark = ("%s %d %d"):format(known.node, known.epoch, known.beat);
		if mark ~= seen then
			seen, since, answers = mark, now(), 1;
			return false;
		end
		answers = answers + 1;
		return answers >= fewest_answers and now() - since >= (known.lease or lease);
	end
end
