-- The sessions of this server: listing, closing, broadcasts.
--
-- For other modules, on the host that has the sessions:
--   module:depends("chat_sessions");
--   local sessions = module:shared("/*/chat_sessions/api");
--   sessions.close_all(username, text)  closes all sessions of a prepared user name with not-authorized, and the text, if any;
--       how many there were

module:depends("chat_bridge");
module:depends("chat_database");

local array = require "util.array";
local jid_prep = require "util.jid".prep;
local json = require "util.json";
local nodeprep = require "util.encodings".stringprep.nodeprep;
local st = require "util.stanza";

local close_bosh = module:require "bosh_farewell";
module:require "last_words";
module:require "websocket_farewell";
local describe = module:require "description".describe;
local answer_changes = module:require "changes";
local db = module:shared("/*/chat_database/api");
local bridge = module:shared("/*/chat_bridge/api");
local api = module:shared("/*/chat_sessions/api");

local host_sessions = prosody.hosts[module.host].sessions;
-- Connections, which may be authenticated without a bound resource.
local stream_sessions = module:shared("/*/c2s/sessions");
local bosh_sessions = module:shared("/*/bosh/sessions");

local function sessions_of(username)
	local user = host_sessions[username];
	local list = {};
	for _, session in pairs(user and user.sessions or {}) do
		list[#list + 1] = session;
	end
	return list;
end

local function all_sessions()
	local list = {};
	for _, user in pairs(host_sessions) do
		for _, session in pairs(user.sessions) do
			list[#list + 1] = session;
		end
	end
	return list;
end

-- Calls `visit` for each session that still exists when its turn comes, yielding in between.
local function each(list, visit)
	local pace = bridge.pacer();
	for _, session in ipairs(list) do
		if not session.destroyed then visit(session); end
		pace();
	end
end

-- Otherwise mod_presence tells rooms and contacts that the session is disconnected, and why.
local function take_leave(session)
	if session.presence or session.directed then
		prosody.core_process_stanza(session, st.presence({ type = "unavailable" }));
	end
end

local function close(session, text)
	take_leave(session);
	local reason = { condition = "not-authorized", text = text };
	if session.bosh_wait then
		close_bosh(session, reason);
	else
		session:close(reason);
	end
end

local function add_unbound(list, connections, username)
	for _, session in pairs(connections) do
		if session.type == "c2s_unbound" and session.username == username and session.host == module.host then
			list[#list + 1] = session;
		end
	end
end

function api.close_all(username, text)
	local list = sessions_of(username);
	local bound = #list;
	add_unbound(list, stream_sessions, username);
	add_unbound(list, bosh_sessions, username);
	for _, session in ipairs(list) do
		if not session.destroyed then close(session, text); end
	end
	return bound;
end

bridge.route("GET", "/sessions", function (_, query)
	if not query.user then
		return answer_changes(query.since, function (visit) each(all_sessions(), visit); end);
	end
	local username = nodeprep(query.user);
	local list = username and sessions_of(username) or {};
	-- Text, encoded in parts: a single call of the encoder for thousands of sessions would block the server.
	local parts = array();
	each(list, function (session)
		parts:push(json.encode(describe(session, db.instance)));
	end);
	return '{"sessions":[' .. parts:concat(",") .. "]}";
end);

bridge.route("GET", "/sessions/count", function ()
	return { count = #all_sessions() };
end);

local function reason_in(body)
	local reason = body.reason;
	if reason ~= nil and not bridge.is_xml_text(reason) then
		return false, "reason has characters that XML does not have";
	end
	return reason;
end

-- With `resource`: that session alone.
bridge.route("POST", "/sessions/close", function (body)
	if type(body.username) ~= "string" then return nil, "username is missing"; end
	local reason, problem = reason_in(body);
	if problem then return nil, problem; end
	local username = nodeprep(body.username);
	if body.resource == nil then
		return { closed = username and api.close_all(username, reason) or 0 };
	end
	local user = username and host_sessions[username];
	local session = user and user.sessions[body.resource];
	if not session or session.destroyed then return { closed = 0 }; end
	close(session, reason);
	return { closed = 1 };
end);

local known_types = { normal = true, chat = true, headline = true };

-- From the domain, as if somebody there had sent it: whoever is offline gets it later, unless it is a headline.
bridge.route("POST", "/messages", function (body)
	local to, text, subject = bridge.texts(body.to), body.body, body.subject;
	if not to then return nil, "to is missing"; end
	if not known_types[body.type] then return nil, "type is unknown"; end
	if text == "" or not bridge.is_xml_text(text) then
		return nil, "body is missing, or has characters that XML does not have";
	end
	if subject ~= nil and not bridge.is_xml_text(subject) then
		return nil, "subject has characters that XML does not have";
	end
	for _, jid in ipairs(to) do
		if not jid_prep(jid) then return nil, "nobody can have the address", jid; end
	end
	local pace = bridge.pacer();
	for _, jid in ipairs(to) do
		local message = st.message({ type = body.type, from = module.host, to = jid_prep(jid) });
		if subject then message:text_tag("subject", subject); end
		module:send(message:text_tag("body", text));
		pace();
	end
	return { sent = #to };
end);

bridge.route("POST", "/broadcast", function (body)
	local text = body.body;
	if type(text) ~= "string" or text == "" then return nil, "body is missing"; end
	-- Characters that XML forbids would end the connection of every recipient.
	if not bridge.is_xml_text(text) then return nil, "body has characters that XML does not have"; end
	local delivered = 0;
	each(all_sessions(), function (session)
		session.send(st.message({ type = "headline", from = module.host, to = session.full_jid }):text_tag("body", text));
		delivered = delivered + 1;
	end);
	return { delivered = delivered };
end);
