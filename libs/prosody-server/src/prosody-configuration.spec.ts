import { prosodyConfiguration } from './prosody-configuration.js';
import { DOMAIN_MODULES, GLOBAL_MODULES } from './prosody-modules.js';
import type { ProsodyOptions } from './prosody-options.js';

const options: ProsodyOptions = {
  domain: 'example.org',
  database: { conninfo: "host='db' user='chat_engine'", password: 'the-password' },
  bridgeToken: 'the-token',
  directory: '/srv/prosody',
  clientPort: 5222,
  httpPort: 5280,
};
const certificate = { certificate: '/srv/a.crt', key: '/srv/a.key' };

const present = { certificate, asRoot: false, optional: ['cloud_notify'] };
const written = (change: Partial<ProsodyOptions> = {}, around = present) =>
  prosodyConfiguration({ ...options, ...change }, around);

describe('prosodyConfiguration', () => {
  it('contains no secrets', () => {
    expect(written()).not.toMatch(/the-password|the-token/);
    expect(written()).toContain('chat_bridge_token = ENV_CHAT_BRIDGE_TOKEN');
  });

  it('loads our modules, per server and per domain', () => {
    const [server, domain] = written().split('VirtualHost "example.org"');
    for (const name of GLOBAL_MODULES) expect(server).toContain(`"${name}"`);
    for (const name of DOMAIN_MODULES) expect(domain).toContain(`"${name}"`);
    expect(domain).toContain('authentication = "chat"');
    expect(domain).toContain(
      'storage = { archive = "chat", roster = "chat", vcard = "chat", pep_data = "chat", account_roles = "chat", roles = "chat" }',
    );
    expect(domain).toContain('archive_expires_after = "never"');
  });

  it('loads optional modules where they are installed', () => {
    expect(written()).toContain('"cloud_notify"');
    expect(written({}, { ...present, optional: [] })).not.toContain('cloud_notify');
  });

  it('takes files at the HTTP port, under the address that clients know', () => {
    expect(written()).toContain(
      'Component "upload.example.org" "http_file_share"\n  http_host = "example.org"\n  http_file_share_expires_after = -1\n',
    );
    expect(written()).toMatch(/^http_external_url = "http:\/\/127\.0\.0\.1:5280\/"$/m);
    expect(written({ host: '::1' })).toMatch(/^http_external_url = "http:\/\/\[::1\]:5280\/"$/m);
    const externalUrl = 'https://chat.example.org/';
    expect(written({ externalUrl })).toContain(`http_external_url = "${externalUrl}"`);
  });

  it('leaves the last word to the operator', () => {
    expect(written().trimEnd()).toMatch(/\nInclude "conf\.d\/\*\.cfg\.lua"$/);
  });

  it('puts the tables of the stock storage into their own schema', () => {
    expect(written()).toMatch(
      /^sql = .*host='db' user='chat_engine' options='-c search_path=prosody .*-c client_min_messages=warning'"/m,
    );
    expect(written()).toMatch(/^chat_database = "host='db' user='chat_engine'"$/m);
  });

  it('has the sessions of the stock storage end at the server soon after a cut', () => {
    const settings = ['keepalives_idle=2', 'keepalives_interval=1', 'keepalives_count=3'];
    for (const setting of [...settings, 'user_timeout=5000']) {
      expect(written()).toMatch(new RegExp(`^sql = .* -c tcp_${setting} `, 'm'));
    }
  });

  it('lets no statement of the stock storage, which runs in the only thread, wait long', () => {
    expect(written()).toMatch(/^sql = .* -c lock_timeout=1000 -c statement_timeout=5000 /m);
  });

  it('keeps rooms and their conversations', () => {
    expect(written()).toMatch(/^muc_tombstones = false$/m);
    expect(written()).toMatch(/^muc_log_expires_after = "never"$/m);
    expect(written()).toMatch(/^muc_room_cache_size = 1000000$/m);
  });

  it.each([
    ['127.0.0.1', 'false', 'true'],
    ['::1', 'false', 'true'],
    ['0.0.0.0', 'true', 'false'],
    ['192.0.2.7', 'true', 'false'],
  ])('on %s: encryption is required: %s, accounts may be registered: %s', (host, tls, register) => {
    const text = written({ host });
    expect(text).toContain(`interfaces = { "${host}" }`);
    expect(text).toMatch(new RegExp(`^c2s_require_encryption = ${tls}$`, 'm'));
    expect(text).toMatch(new RegExp(`^allow_registration = ${register}$`, 'm'));
  });

  it('enables direct TLS on request if there is a certificate', () => {
    expect(written()).toMatch(/^c2s_direct_tls_ports = \{\}$/m);
    expect(written({ tlsPort: 5223 })).toMatch(/^c2s_direct_tls_ports = \{ 5223 \}$/m);
    const without = written({ tlsPort: 5223 }, { ...present, certificate: null as never });
    expect(without).toMatch(/^c2s_direct_tls_ports = \{\}$/m);
    expect(without).not.toMatch(/^ssl = /m);
  });

  it('lets Prosody run as root if the process does', () => {
    expect(written()).not.toContain('run_as_root');
    expect(written({}, { ...present, asRoot: true })).toMatch(/^run_as_root = true$/m);
  });

  it('accepts additional and overriding settings', () => {
    const text = written({ settings: { smacks_hibernation_time: 5, muc_tombstones: true } });
    expect(text).toMatch(/^smacks_hibernation_time = 5$/m);
    expect(text).toMatch(/^muc_tombstones = true$/m);
    expect(text).not.toMatch(/^muc_tombstones = false$/m);
  });
});
