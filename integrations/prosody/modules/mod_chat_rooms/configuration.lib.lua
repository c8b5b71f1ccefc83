-- The owners' configuration form.

local dataform = require "util.dataforms".new;
local st = require "util.stanza";

local xmlns_owner = "http://jabber.org/protocol/muc#owner";
local form_type = "http://jabber.org/protocol/muc#roomconfig";

return function (rooms)
	local room_mt = rooms.muc.room_mt;
	local form = dataform { title = "Room configuration", { name = "FORM_TYPE", type = "hidden", value = form_type } };
	local fields = {};
	for _, option in ipairs(module:require "options") do
		if option.name then
			table.insert(fields, option);
			table.insert(form, option);
		end
	end

	function room_mt:send_form(origin, stanza)
		local values = {};
		for _, field in ipairs(fields) do
			local value = field.show(self.chat.row[field.option]);
			-- util.dataforms takes a table as the options of a list, so options carry the selected value.
			if field.type == "list-multi" then
				local chosen, options = {}, {};
				for _, item in ipairs(value) do chosen[item] = true; end
				for _, option in ipairs(field.options) do
					table.insert(options, { value = option.value, label = option.label, default = chosen[option.value] });
				end
				value = options;
			end
			values[field.name] = value;
		end
		origin.send(st.reply(stanza):query(xmlns_owner):add_child(form:form(values)));
	end

	-- Returns the changed members of the row, or nil and the error.
	local function read(submitted)
		local values, errors, present = form:data(submitted);
		if values.FORM_TYPE ~= form_type then return nil, "Not a form for the configuration of rooms"; end
		local name, problem = next(errors or {});
		if name then return nil, name .. ": " .. problem; end
		local changes = {};
		for _, field in ipairs(fields) do
			if present[field.name] then
				local value = values[field.name];
				if value == nil then value = field.type == "list-multi" and {} or ""; end -- a field without value
				value = field.read(value);
				if value == nil or field.type == "boolean" and value == "" then
					return nil, field.name .. ": not a possible value";
				end
				changes[field.option] = value;
			end
		end
		return changes;
	end

	local function submit(room, origin, stanza, submitted)
		local changes, problem = {}, nil;
		if submitted.tags[1] then -- otherwise: an instant room, as it is
			changes, problem = read(submitted);
		end
		if not changes then
			origin.send(st.error_reply(stanza, "modify", "not-acceptable", problem, room.jid));
			return;
		end
		if next(changes) then
			local done, err = rooms.change(room, changes, { actor = stanza.attr.from });
			if not done then
				origin.send(st.error_reply(stanza, err.type, err.condition, err.text, room.jid));
				return;
			end
		end
		room._data.locked = nil;
		origin.send(st.reply(stanza));
	end

	function room_mt:process_form(origin, stanza)
		local submitted = stanza.tags[1]:get_child("x", "jabber:x:data");
		if submitted.attr.type == "submit" then
			submit(self, origin, stanza, submitted);
		elseif submitted.attr.type == "cancel" then
			-- XEP-0045: that ends a room that has not been configured yet
			local done = not self._data.locked or self:destroy();
			origin.send(done and st.reply(stanza) or rooms.unavailable(stanza));
		else
			origin.send(st.error_reply(stanza, "modify", "bad-request", "Not a submitted form", self.jid));
		end
		return true;
	end
end
