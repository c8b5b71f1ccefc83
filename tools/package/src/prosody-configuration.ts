import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspace } from './libraries.js';

const SAMPLE = join(workspace, 'integrations/prosody/production/prosody.cfg.lua');

/** Where packages and image have our modules. */
export const PROSODY_MODULES = '/usr/share/chat-admin-prosody/modules';

/** Networks of containers; whoever asks the bridge needs its token as well. */
const PRIVATE = '"127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"';

type Change = readonly [from: string | RegExp, to: string];

const HEAD = `-- The configuration of Prosody for chat-admin, instead of prosody.cfg.lua. The domain is XMPP_DOMAIN of
-- /etc/chat-admin/chat-admin.conf; the secrets are those that systemd provides (LoadCredential).
-- Look at it with: prosodyctl --config /etc/prosody/chat-admin.cfg.lua check
local lua = Lua or _G -- Prosody 13 wants it so, 0.12 knows the other alone
local function credential(name)
	local file = lua.io.open((ENV_CREDENTIALS_DIRECTORY or "/etc/chat-admin/prosody") .. "/" .. name)
	if not file then return nil end -- prosodyctl, run by somebody else than root
	local text = file:read("*l")
	file:close()
	return text
end

-- prosodyctl has no environment of the unit
local function setting(name)
	local file = lua.io.open("/etc/chat-admin/chat-admin.conf")
	if not file then return nil end
	local value
	for line in file:lines() do
		value = line:match("^" .. name .. [[=["']?([^"']*)]]) or value
	end
	file:close()
	return value
end

local domain = ENV_XMPP_DOMAIN or setting("XMPP_DOMAIN") or "localhost"
`;

const HEAD_OF_IMAGE = `-- The configuration of the image: the domain is the variable XMPP_DOMAIN; the secrets "database" and "token" are files.
`;

/** Of several machines; the directory has files of Debian's own. */
const OWN_PART = `-- What one of several machines has of its own ("chat-admin setup --cluster"), if there are several.
Include "conf.d/cluster*.cfg.lua"

`;

/** What differs from the sample, which tests run. */
const CHANGES: readonly Change[] = [
  [/^(--.*\n)+\n/, `${HEAD}\n`],
  [
    /^local database = .*$/m,
    'local database = (credential("database") or "dbname=chat") .. " connect_timeout=2 tcp_user_timeout=5000"',
  ],
  ['"/opt/chat-admin/integrations/prosody/modules"', `"${PROSODY_MODULES}"`],
  ['http_default_host = "example.org"', 'http_default_host = domain'],
  ['"https://example.org/"', '"https://" .. domain .. "/"'],
  ['VirtualHost "example.org"', `${OWN_PART}VirtualHost(domain)`],
  [
    'Component "upload.example.org" "http_file_share"',
    'Component("upload." .. domain) "http_file_share"',
  ],
  ['http_host = "example.org"', 'http_host = domain'],
  [', "192.0.2.0/24" }', ' }'],
  [/^local lua = .*\n(?=if)/m, ''],
  [
    '(ENV_CHAT_BRIDGE_TOKEN or "") ~= "", "CHAT_BRIDGE_TOKEN is not set (prosody.env)"',
    'credential("token"), "There is no chat-server-token in /etc/chat-admin/credentials"',
  ],
  ['chat_bridge_token = ENV_CHAT_BRIDGE_TOKEN', 'chat_bridge_token = credential("token")'],
];

/** What differs from that in the image, where the service and the proxy are other containers. */
const IN_IMAGE: readonly Change[] = [
  [/^(--.*\n)+/, HEAD_OF_IMAGE],
  ['"/etc/chat-admin/prosody"', '"/run/secrets"'],
  ['return nil end -- prosodyctl, run by somebody else than root', 'return nil end'],
  [/-- prosodyctl has no[^]*?\nend\n\n/, ''],
  [' or setting("XMPP_DOMAIN")', ''],
  ['to = "console" } } -- the journal', 'to = "console" } }'],
  [
    /^-- Plain HTTP for this machine alone: the API if it runs here, and the proxy that publishes/m,
    '-- Plain HTTP for other containers: the service, and the proxy that publishes',
  ],
  ['http_interfaces = { "127.0.0.1", "::1" }', 'http_interfaces = { "*" }'],
  ['trusted_proxies = { "127.0.0.1", "::1" }', `trusted_proxies = { ${PRIVATE} }`],
  [
    'chat_bridge_allowed_addresses = { "127.0.0.0/8", "::1" }',
    `chat_bridge_allowed_addresses = { ${PRIVATE} }`,
  ],
  ['There is no chat-server-token in /etc/chat-admin/credentials', 'There is no secret token'],
];

/**
 * `/etc/prosody/chat-admin.cfg.lua` of the Debian package: the sample for production, with domain and secrets from outside.
 * @throws Error naming what the sample has no more
 */
export async function packagedProsodyConfiguration(): Promise<string> {
  return changed(await readFile(SAMPLE, 'utf8'), CHANGES);
}

/** That of the image. @throws Error naming what the former has no more */
export async function prosodyConfigurationOfImage(): Promise<string> {
  return changed(await packagedProsodyConfiguration(), IN_IMAGE);
}

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replace(from, () => to);
    if (after === before) throw new Error(`${SAMPLE} has no ${String(from)}`);
    return after;
  }, text);
}
