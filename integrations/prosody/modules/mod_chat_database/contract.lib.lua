-- The functions of the schema `engine`, contract version 2. For each: the number of parameters, whether the answer
-- is JSON, and whether a call with an unknown outcome may be repeated.

local function fn(name, parameters, answer, again)
	return {
		sql = ("select engine.%s(%s)"):format(name, ("?,"):rep(parameters):sub(1, -2));
		parameters = parameters;
		json = answer == "json";
		again = again == "again";
	};
end

local functions = {};
for name, definition in pairs {
	join = { 2, "json", "again" };
	renew = { 3, "json", "again" };
	give_up = { 3, "plain", "again" };
	leave = { 2, "plain", "again" };
	credentials = { 2, "json", "again" };
	add_keys = { 3, "plain", "again" };
	forgotten = { 1, "plain", "again" };
	put_credentials = { 2, "plain", "again" };
	-- Repeated, it would answer `exists` to the person who has just registered.
	register_account = { 2, "plain", "once" };
	reserved_username = { 1, "plain", "again" };
	account_exists = { 1, "plain", "again" };
	accounts = { 2, "json", "again" };
	missing_accounts = { 1, "json", "again" };
	-- Repeated, it would answer that there is no such account.
	delete_account = { 1, "plain", "once" };
	managed_account = { 1, "plain", "again" };
	last_administrator = { 1, "plain", "again" };
	account_info = { 1, "json", "again" };
	administrators = { 0, "json", "again" };
	disable_account = { 2, "plain", "again" };
	enable_account = { 2, "plain", "again" };
	roster = { 1, "json", "again" };
	roster_changes = { 3, "json", "again" };
	put_roster_item = { 3, "plain", "again" };
	unanswered = { 1, "json", "again" };
	put_roster_requests = { 2, "plain", "again" };
	vcard = { 1, "plain", "again" };
	put_vcard = { 3, "plain", "again" };
	pictures = { 1, "json", "again" };
	put_picture = { 3, "plain", "again" };
	services = { 0, "json", "again" };
	room = { 2, "json", "again" };
	-- Repeated, it would conflict with the version stored by the first call.
	put_room = { 3, "plain", "once" };
	remove_room = { 4, "plain", "again" };
	remove_left_rooms = { 1, "plain", "again" };
	public_rooms = { 3, "json", "again" };
	-- Repeated, it would store the message twice.
	append_message = { 3, "json", "once" };
	messages = { 3, "json", "again" };
	retract_message = { 3, "json", "again" };
	untold = { 0, "json", "again" };
	told = { 1, "plain", "again" };
	file_quota = { 2, "json", "again" };
	stray_files = { 1, "plain", "again" };
	expire_files = { 2, "json", "again" };
	departed_files = { 1, "json", "again" };
	removed_files = { 1, "plain", "again" };
	-- Made again it would store the message twice.
	archive_message = { 2, "json", "once" };
	archived_messages = { 2, "json", "again" };
	-- Made again it would count once more.
	store_report = { 3, "json", "once" };
	refuse_reports = { 1, "plain", "once" };
	report_replies = { 0, "json", "again" };
	replied = { 1, "plain", "again" };
	logged_out = { 1, "plain", "again" };
	stale = { 1, "json", "again" };
} do
	functions[name] = fn(name, table.unpack(definition));
end

return functions;
