-- mod_bosh reports the reason of a close only to requests waiting at that moment. Between two requests there is
-- none, and the client's next request would only learn that the session does not exist. Here it gets the reason.

local http_server = require "net.http.server";
local st = require "util.stanza";

local xmlns_bosh = "http://jabber.org/protocol/httpbind";
local xmlns_streams = "http://etherx.jabber.org/streams";
local xmlns_stream_errors = "urn:ietf:params:xml:ns:xmpp-streams";

local memory = module:get_option_number("bosh_max_inactivity", 60); -- seconds that a client may wait with its next request
local path = module:get_option("http_paths", {}).bosh or "/http-bind";
local before_bosh = 10;

local reasons = {}; -- by session id

local function farewell(reason)
	local body = st.stanza("body", {
		xmlns = xmlns_bosh, ["xmlns:stream"] = xmlns_streams, type = "terminate", condition = "remote-stream-error";
	}):tag("stream:error"):tag(reason.condition, { xmlns = xmlns_stream_errors }):up();
	if reason.text then body:text_tag("text", reason.text, { xmlns = xmlns_stream_errors }); end
	return tostring(body);
end

local function answer(event)
	local request, response = event.request, event.response;
	local sid = request.body and request.body:match("^[^>]*%ssid%s*=%s*[\"']([^\"']*)");
	local reason = sid and reasons[sid];
	if not reason then return; end
	reasons[sid] = nil;
	response.headers.content_type = "text/xml; charset=utf-8";
	response.headers.access_control_allow_origin = request.headers.origin or "*";
	return farewell(reason);
end

for _, event_name in ipairs { "POST " .. path, "POST " .. path .. "/" } do
	module:hook_object_event(http_server, event_name, answer, before_bosh);
end

return function (session, reason)
	local sid = session.sid;
	if #session.requests == 0 then
		reasons[sid] = reason;
		module:add_timer(memory, function () reasons[sid] = nil; end);
	end
	-- BOSH closes without announcement, so stream management would hibernate the session.
	module:fire_event("pre-session-close", { session = session, reason = reason });
	session:close(reason);
end
