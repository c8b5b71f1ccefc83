-- Tokens instead of passwords (XEP-0484), of mod_sasl2_fast. The stock module asks for no lockout and does not know when
-- there is no database. Tokens end in the database, with the lockout, the password, the name or the account that they
-- stand for; what is checked here is that none outlives such a change that happens during a login. None stands for a
-- password that a directory keeps, which says here neither when it changes nor when it ends.

local xmlns_fast = "urn:xmpp:fast:0";
local xmlns_sasl2 = "urn:xmpp:sasl:2";

local tokens = module:open_store("fast_tokens");

local after_stock_handler, before_stock_handlers = -1, 101;
local after_tokens = 74; -- mod_sasl2_fast makes them at 75

local function same_password(one, other)
	for _, field in ipairs { "sha1", "sha256" } do
		if (one[field] or {}).stored_key ~= (other[field] or {}).stored_key then return false; end
	end
	return true;
end

--- `look_up` returns whether the database could be queried, and the account; `unavailable` is the text for clients when
-- it could not.
return function (look_up, unavailable)
	local function process(handler, stock_process, message)
		local username = (message or ""):match("^([^%z]+)%z");
		if not username then return "failure", "malformed-request"; end
		local ok, account = look_up(username);
		if not ok then return "failure", "temporary-auth-failure", unavailable; end
		if not account then return "failure", "not-authorized"; end
		if account.locked then return "failure", "account-disabled"; end
		if account.ask then return "failure", "not-authorized"; end
		handler.account = account;
		return stock_process(handler, message);
	end

	-- A token that anybody can read is worth nothing.
	module:hook("advertise-sasl-features", function (event)
		local origin, handler = event.origin, event.origin.fast_sasl_handler;
		if not handler then return; end
		if not origin.secure then
			origin.fast_sasl_handler = nil;
			event.features:remove_children("fast", xmlns_fast);
			return;
		end
		local stock_process = handler.process;
		function handler:process(message) return process(self, stock_process, message); end
	end, after_stock_handler);

	module:hook_tag(xmlns_sasl2, "authenticate", function (session, request)
		if not session.secure then request:remove_children("request-token", xmlns_fast); end
	end, before_stock_handlers);

	module:hook("sasl2/c2s/success", function (event)
		if not event.success:get_child("token", xmlns_fast) then return; end
		local username, proven = event.session.username, event.session.sasl_handler.account;
		local ok, account = look_up(username);
		local asks = account and account.ask or proven and proven.ask;
		if ok and account and not account.locked and not asks and proven and same_password(account, proven) then
			return;
		end
		event.success:remove_children("token", xmlns_fast);
		tokens:set(username, nil);
	end, after_tokens);
end
