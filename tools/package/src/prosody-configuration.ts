import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspace } from './libraries.js';

const SAMPLE = join(workspace, 'integrations/prosody/production/prosody.cfg.lua');

const HEAD = `-- The configuration of Prosody for chat-admin, instead of prosody.cfg.lua. The domain is XMPP_DOMAIN of
-- /etc/chat-admin/chat-admin.conf; the secrets are those that systemd provides (LoadCredential).
local lua = Lua or _G -- Prosody 13 wants it so, 0.12 knows the other alone
local function credential(name)
	local file = lua.io.open((ENV_CREDENTIALS_DIRECTORY or "/etc/chat-admin/prosody") .. "/" .. name)
	if not file then return nil end -- prosodyctl, run by somebody else than root
	local text = file:read("*l")
	file:close()
	return text
end

local domain = ENV_XMPP_DOMAIN or "localhost"
`;

/** What differs from the sample, which tests run. */
const CHANGES: readonly (readonly [from: string | RegExp, to: string])[] = [
  [/^(--.*\n)+\n/, `${HEAD}\n`],
  [
    /^local database = .*$/m,
    'local database = (credential("database") or "dbname=chat") .. " connect_timeout=2 tcp_user_timeout=5000"',
  ],
  ['"/opt/chat-admin/integrations/prosody/modules"', '"/usr/share/chat-admin-prosody/modules"'],
  ['http_default_host = "example.org"', 'http_default_host = domain'],
  ['"https://example.org/"', '"https://" .. domain .. "/"'],
  ['VirtualHost "example.org"', 'VirtualHost(domain)'],
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

/**
 * `/etc/prosody/chat-admin.cfg.lua`: the sample for production, with domain and secrets from outside.
 * @throws Error naming what the sample has no more
 */
export async function packagedProsodyConfiguration(): Promise<string> {
  let text = await readFile(SAMPLE, 'utf8');
  for (const [from, to] of CHANGES) {
    const changed = text.replace(from, () => to);
    if (changed === text) throw new Error(`${SAMPLE} has no ${String(from)}`);
    text = changed;
  }
  return text;
}
