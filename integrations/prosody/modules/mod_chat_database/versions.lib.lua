-- What differs between the versions of Prosody that these modules run on. The modules call what all have; where that is
-- not enough they ask here.

local supported = { ["^0%.12%."] = true, ["^13%.0%."] = true };

local versions = {};

--- Returns why a version is not supported, nil if it is.
function versions.refusal(version)
	for pattern in pairs(supported) do
		if version:find(pattern) then return nil; end
	end
	return ("Prosody %s is not supported, these modules need Prosody 0.12 or 13.0"):format(version);
end

return versions;
