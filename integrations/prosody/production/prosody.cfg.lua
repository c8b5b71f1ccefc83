-- /etc/prosody/prosody.cfg.lua of a Prosody; of several on one database one serves, the others wait. Replace example.org, db.example.org and the paths.
-- Secrets come from the environment (prosody.env): CHAT_BRIDGE_TOKEN, and PGPASSWORD for PostgreSQL.

local database = "host=db.example.org dbname=chat user=chat_engine sslmode=verify-full sslrootcert=/etc/ssl/certs/ca-certificates.crt connect_timeout=2 tcp_user_timeout=5000"

plugin_paths = { "/opt/chat-admin/integrations/prosody/modules" }
modules_enabled = {
	-- Prosody's own
	"disco", "roster", "saslauth", "tls", "register", "blocklist", "private", "vcard", "pep";
	"ping", "version", "time", "uptime";
	"carbons", "mam", "smacks", "csi_simple";
	"bosh", "websocket";
	"http_openmetrics"; -- /metrics, for this machine alone unless openmetrics_allow_ips says otherwise
	"limits";
	"cloud_notify"; -- wakes up phones; from the package prosody-modules
	-- "sasl2", "sasl2_bind2", "sasl2_sm", "sasl2_fast"; -- quicker logins; from the same package, with Prosody 13.0 alone
	-- ours
	"chat_database";
}
modules_disabled = { "s2s", "s2s_auth_certs" } -- no other servers; the README says how to have them

log = { { levels = { min = "info" }, to = "console" } } -- the journal

-- Under load the default collects garbage during more than half of the time; this costs a fifth more memory.
gc = { mode = "incremental", threshold = 200 }
-- Answers of two writes would wait for the acknowledgement of the first.
network_settings = { nagle = false }

-- Certificate of example.org and *.example.org, as `prosodyctl --root cert import` puts it there
certificates = "certs"
c2s_ports = { 5222 }
c2s_direct_tls_ports = { 5223 }
c2s_require_encryption = true
allow_unencrypted_plain_auth = false
allow_registration = false
limits = { c2s = { rate = "100kb/s", burst = "4s" } }

-- Plain HTTP for this machine alone: the API if it runs here, and the proxy that publishes /http-bind, /xmpp-websocket
-- and /file_share/, and nothing else of this port, with TLS.
http_interfaces = { "127.0.0.1", "::1" }
http_ports = { 5280 }
http_default_host = "example.org"
http_external_url = "https://example.org/" -- of the proxy: where clients are told to send files
statistics = "internal"
statistics_interval = "manual" -- taken when they are asked for
trusted_proxies = { "127.0.0.1", "::1" }
consider_bosh_secure = true
consider_websocket_secure = true

-- HTTP with TLS for instances of the API on other machines: CHAT_SERVER_URL=https://example.org:5281
https_ports = { 5281 }
chat_bridge_allowed_addresses = { "127.0.0.0/8", "::1", "192.0.2.0/24" }
chat_bridge_token = ENV_CHAT_BRIDGE_TOKEN
local lua = Lua or _G -- Prosody 13 wants it so, 0.12 knows the other alone
if lua.prosody.process_type == "prosody" then -- prosodyctl does without
	lua.assert((ENV_CHAT_BRIDGE_TOKEN or "") ~= "", "CHAT_BRIDGE_TOKEN is not set (prosody.env)")
end

chat_instance = "chat-1" -- names this server to the API, and among several on one database; default: the host name
chat_database = database
default_storage = "sql"
sql = { driver = "PostgreSQL", database = database .. " options='-c search_path=prosody -c lock_timeout=1000 -c statement_timeout=5000"
	.. " -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=5000"
	.. " -c client_min_messages=warning'" }

blocklist_cache_size = 5000 -- number of cached block lists,
pep_service_cache_size = 5000 -- and what personal events they have published
bounce_blocked_messages = true -- tells senders that they are blocked; by default Prosody 13 drops what they send

-- Rooms are rows: none may be swapped out, remain as a tombstone, or forget what was said.
muc_room_cache_size = 1000000
muc_tombstones = false
muc_log_expires_after = "never"

VirtualHost "example.org"
	modules_enabled = {
		"chat_accounts", "chat_archive", "chat_sessions", "chat_rosters", "chat_presence", "chat_avatars",
		"chat_bookmarks", "chat_bridge", "chat_outage", "chat_services", "chat_reconcile", "chat_files", "chat_reports",
		"chat_lenient_acks";
	}
	-- chat_lenient_acks = true -- where clients are made with @xmpp/client
	authentication = "chat"
	storage = {
		archive = "chat", roster = "chat", vcard = "chat", pep_data = "chat";
		account_roles = "chat", roles = "chat"; -- of 13.0, of 0.12
	}
	-- of all but the administrators of the API, however an account is made
	default_user_role = "prosody:member"
	register_ibr_default_role = "prosody:member"
	archive_expires_after = "never" -- the service deletes: see the property plugin.restapi.archive.retention.days
	-- The components of group chat (conference.example.org, …) come and go with the chat services of the API.

-- Files that people send each other: the files in /var/lib/prosody, who sent them in the database.
Component "upload.example.org" "http_file_share"
	http_host = "example.org"
	http_file_share_size_limit = 10 * 1024 * 1024 -- bytes
	http_file_share_daily_quota = 100 * 1024 * 1024 -- for each person
	http_file_share_expires_after = -1 -- the service says when: see the property files.retention.days
