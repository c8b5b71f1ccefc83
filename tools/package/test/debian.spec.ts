import { copyFile, readFile, readdir, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BootedRoot } from '@chat-admin/debian-programs/booted-root';
import { RootNetwork } from '@chat-admin/debian-programs/root-network';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { serviceForDebian } from '../src/debian.js';
import { knownSettings } from '../src/settings-file.js';
import { ARTEFACTS, HERE, PROGRAM, VERSION } from './support/artefacts.js';
import { certify, login, sendByStockClient, trusted } from './support/chat-login.js';
import { CONSOLE_WORKS, visitConsole } from './support/console-visit.js';
import { AT, InterruptedImport } from './support/interrupted-import.js';
import { PROXIES, withLoadedCertificate } from './support/documented-proxies.js';
import { PROXY_WORKS, visitThroughProxy } from './support/through-proxy.js';

const MIB = 1024 * 1024;
const isSoak = process.env['SOAK_SUITES'] === '1';

const PACKAGE = join(ARTEFACTS, `chat-admin_${VERSION}_${HERE}.deb`);
const PROSODY = join(ARTEFACTS, `chat-admin-prosody_${VERSION}_all.deb`);
const NEXT = `${VERSION}+next`;
const SERVICE = 'chat-admin.service';
const PARTS = ['chat-admin-api.service', 'chat-admin-userservice.service'];
const UNITS = [SERVICE, ...PARTS, 'chat-admin-migrate.service'];
const PROSODY_UNIT = 'prosody.service';
const CONFIGURATION = '/etc/prosody/chat-admin.cfg.lua';

/** Built once for both releases. */
let built: Promise<string> | null = null;
const next = (): Promise<string> =>
  (built ??= serviceForDebian({
    program: PROGRAM,
    version: NEXT,
    architecture: HERE,
    into: ARTEFACTS,
  }));

const needed = await suiteNeeds(describe, 'The installed package for Debian', ['mmdebstrap']);
const rooted = needsRoot(needed, 'The installed package for Debian') as typeof describe;

rooted.each([12, 13] as const)('installed on Debian %i', (release) => {
  let network: RootNetwork;
  let root: BootedRoot;
  let secret: string;
  /** that `setup` has printed */
  let password: string;
  let url: string;
  beforeAll(async () => {
    network = await RootNetwork.open();
    root = await BootedRoot.boot(release, network);
    url = `http://${root.address}:9090/plugins/restapi/v1`;
    await install(PACKAGE);
  });
  afterAll(async () => {
    await root?.remove();
    await network?.close();
  });

  const install = async (path: string): Promise<string> => {
    await copyFile(path, root.path(`root/${basename(path)}`));
    return root.run('apt-get', 'install', '--yes', `/root/${basename(path)}`);
  };
  const set = (lines: string) => root.shell(`echo '${lines}' >>/etc/chat-admin/chat-admin.conf`);
  const main = (unit = SERVICE) => root.property(unit, 'MainPID');
  const state = (unit: string) => root.property(unit, 'ActiveState');
  const headers = () => ({ authorization: secret, 'content-type': 'application/json' });
  const status = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: headers() })).status;
  const server = (port: number) => ({ host: root.address, port, domain: 'example.org' });

  it('makes account and folders, and enables the service', async () => {
    const names = await root.run('getent', 'passwd', 'chat-admin');
    expect(names).toContain(':/var/lib/chat-admin:/usr/sbin/nologin');
    const modes = ['etc/chat-admin/credentials', 'var/lib/chat-admin'].map(
      async (path) => (await stat(root.path(path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o750]);
    const wanted = await readdir(root.path('etc/systemd/system/multi-user.target.wants'));
    expect(wanted).toContain(SERVICE);
    expect(wanted.filter((name) => name.startsWith('chat-admin'))).toHaveLength(1);
  });

  it('has every setting in its configuration, commented out but for one of packages', async () => {
    const text = await readFile(root.path('etc/chat-admin/chat-admin.conf'), 'utf8');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'DATABASE_MIGRATIONS=check',
    ]);
    for (const { name, secret: hidden } of knownSettings().values()) {
      const line = hidden ? `credentials/${name.toLowerCase().replaceAll('_', '-')}` : `${name}=`;
      expect(text).toContain(line);
    }
  });

  it('has units that systemd accepts, with little exposure', async () => {
    expect(await root.run('systemd-analyze', '--man=no', 'verify', ...UNITS)).toBe('');
    const words = ['security', '--offline=true', '--threshold=15', '--no-pager'];
    const report = await root.run('systemd-analyze', ...words, ...UNITS);
    expect(report.match(/Overall exposure level/g)).toHaveLength(UNITS.length);
  });

  it('is prepared by one command, and serves as soon as systemd says so', async () => {
    // what the filter of a unit refuses ends it, so that nothing depends on such a call
    for (const unit of UNITS) {
      const folder = `/etc/systemd/system/${unit}.d`;
      await root.shell(
        `mkdir ${folder}; printf '[Service]\nSystemCallErrorNumber=kill\n' >${folder}/filter.conf`,
      );
    }
    await root.run('systemctl', 'daemon-reload');
    const words = ['setup', '--local', '--domain', 'example.org', '--administrator', 'boss'];
    const said = await root.run('chat-admin', ...words);
    password = /boss administers, with the password (\S+)/.exec(said)![1]!;
    await root.run('systemctl', 'start', 'chat-admin');
    await root.run('chat-admin', 'health', '--ready');
    secret = (await root.run('chat-admin', 'secret', 'show')).trim();
    expect(secret).toMatch(/^\S{12,}$/);
    expect((await root.run('chat-admin', 'property', 'get', 'xmpp.domain')).trim()).toBe(
      'example.org',
    );
  });

  it('serves another machine as its account, with what its unit allows', async () => {
    await set('API_HOST=0.0.0.0\nLEGACY_HOST=0.0.0.0');
    await root.run('systemctl', 'restart', 'chat-admin');
    const ann = {
      method: 'POST',
      headers: headers(),
      body: '{"username":"ann","password":"p1-secret"}',
    };
    expect((await fetch(`${url}/users`, ann)).status).toBe(201);
    expect([await status('/users/ann'), await status('/users/nobody')]).toEqual([200, 404]);
    expect((await fetch(`${url}/users`)).status).toBe(401);
    expect((await fetch(`${url}/docs/swagger-ui.css`)).status).toBe(200);
    expect((await fetch(`http://${root.address}:9091/`)).status).toBeLessThan(500);
    expect(await visitConsole(url, 'boss', password)).toEqual(CONSOLE_WORKS);
    expect(await root.property(SERVICE, 'NRestarts')).toBe('0');
    expect(await root.run('ps', '-o', 'user:20=', '-p', await main())).toBe('chat-admin\n');
  });

  it('has its secrets in no environment, no command line and no journal', async () => {
    const written = [
      'credentials/database-url',
      'owner/database-migration-url',
      'prosody/database',
    ];
    const texts = written.map((name) => readFile(root.path(`etc/chat-admin/${name}`), 'utf8'));
    const shown = [
      await root.shell('cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\0" "\\n"'),
      await root.run('journalctl', '--boot', '--no-pager'),
    ].join('\n');
    expect(shown).toContain('cli.mjs');
    for (const text of await Promise.all(texts)) {
      expect(shown).not.toContain(/(?::|password=)([\w-]{32})(?:@|\n)/.exec(text)![1]!);
    }
  });

  it('serves in two parts', async () => {
    await root.run('systemctl', 'start', ...PARTS);
    expect(await state(SERVICE)).toBe('inactive');
    expect([await status('/users/ann'), await Promise.all(PARTS.map(state))]).toEqual([
      200,
      ['active', 'active'],
    ]);
    await root.run('systemctl', 'start', SERVICE);
    expect(await Promise.all(PARTS.map(state))).toEqual(['inactive', 'inactive']);
  });

  it('runs Prosody on the same database', async () => {
    await install(PROSODY);
    expect(await root.run('systemd-analyze', '--man=no', 'verify', PROSODY_UNIT)).toBe('');
    const words = ['security', '--offline=true', '--threshold=15', '--no-pager', PROSODY_UNIT];
    await root.run('systemd-analyze', ...words);
    await set('CHAT_SERVER_URL=http://127.0.0.1:5280');
    const authority = await certify(root.path('etc/letsencrypt'), 'example.org');
    await root.run('chat-admin', 'certificate', 'import', '/etc/letsencrypt/live');
    await root.run('systemctl', 'restart', 'prosody', 'chat-admin');
    await until(
      'the chat server is ready',
      async () => (await status('/system/readiness/server')) === 200,
    );
    expect(await status('/sessions')).toBe(200);
    const ctl = ['prosodyctl', '--config', CONFIGURATION];
    expect(await root.run(...ctl, 'check', 'config')).toContain('All checks passed');
    const checked = await root.run(...ctl, 'check', 'certs');
    expect(checked).toMatch(/certificate for example\.org\n[^\n]*certs\/example\.org\.crt/);
    const modes = ['/etc/prosody/certs/example.org.', '/etc/chat-admin/tls/example.org.'].map(
      (name) => root.run('stat', '-c', '%a %U %G', `${name}key`, `${name}crt`),
    );
    const [forProsody, forServices] = ['640 root prosody\n', '640 root chat-admin\n'];
    expect(await Promise.all(modes)).toEqual([forProsody.repeat(2), forServices.repeat(2)]);
    expect(await login({ ...server(5223), authority }, 'ann', 'p1-secret')).toContain('<success');
    const authorityFile = root.path('etc/letsencrypt/authority.pem');
    await sendByStockClient(server(5222), authorityFile, 'ann', 'p1-secret');
  });

  it('takes a renewed certificate without a restart', async () => {
    const tls = '/etc/chat-admin/tls/example.org';
    await set(`LEGACY_TLS_CERT_FILE=${tls}.crt\nLEGACY_TLS_KEY_FILE=${tls}.key`);
    await root.run('systemctl', 'restart', 'chat-admin');
    const before = [await main(), await main(PROSODY_UNIT)];
    const authority = await certify(root.path('etc/letsencrypt'), 'example.org');
    const renewed = '/etc/letsencrypt/renewal-hooks/deploy/chat-admin';
    const lineage = 'RENEWED_LINEAGE=/etc/letsencrypt/live/example.org';
    const other = ['RENEWED_DOMAINS=example.net a.example.net', lineage];
    expect(await root.run('env', ...other, renewed)).toBe('');
    await expect(login({ ...server(5223), authority }, 'ann', 'p1-secret')).rejects.toThrow();
    const said = await root.run('env', 'RENEWED_DOMAINS=example.org', lineage, renewed);
    expect(said).toContain('Reloaded: prosody, chat-admin');
    await until('Prosody has it', async () =>
      (await login({ ...server(5223), authority }, 'ann', 'p1-secret')).includes('<success'),
    );
    await until('the service has it', () => trusted(server(9091), authority));
    expect([await main(), await main(PROSODY_UNIT)]).toEqual(before);
  });

  const proxies = isSoak
    ? (['nginx', 'Caddy'] as const)
    : ([release === 12 ? 'nginx' : 'Caddy'] as const);
  it.each(proxies)('is behind %s, as the page says', async (name) => {
    const proxy = PROXIES[name];
    const authority = await proxy.start(root);
    const outside = { proxy: root.address, authority, secret, password, here: network.here };
    expect(await visitThroughProxy(outside, isSoak ? 511 * MIB : 20 * MIB)).toEqual(PROXY_WORKS);
    await until('Prosody has the certificate', async () =>
      (await login({ ...server(5223), authority }, 'ann', 'p1-secret')).includes('<success'),
    );
    await proxy.stop(root);
  });

  it('lets systemd read its certificate, as the page says', async () => {
    const authority = await readFile(root.path('etc/letsencrypt/authority.pem'), 'utf8');
    await withLoadedCertificate(root, async () => {
      expect(await trusted(server(9090), authority)).toBe(true);
    });
    expect(await status('/users/ann')).toBe(200);
  });

  it('serves again after the power was cut', async () => {
    await root.cutPower();
    await root.start();
    expect(await status('/users/ann')).toBe(200);
    await until(
      'the chat server is ready',
      async () => (await status('/system/readiness/server')) === 200,
    );
  });

  if (release === 12)
    it('goes on with an import in which the power was cut, and serves nobody before', async () => {
      const moving = await InterruptedImport.of(root, 100);
      await moving.stop();
      await moving.cutAt(AT.rest, 'copy', true);
      await moving.expectRefusal();
      expect((await moving.run('copy')).said).toContain('Report:');
      await moving.finish();
    });

  it('is upgraded with its settings', async () => {
    const before = await main();
    await install(await next());
    const shown = await root.run('dpkg-query', '-W', '-f', '${Version}', 'chat-admin');
    expect(shown).toBe(NEXT);
    expect(await main()).not.toBe(before);
    expect(await status('/users/ann')).toBe(200);
  });

  it('is removed, leaves what it has been told, and runs again once it is installed again', async () => {
    await root.run('apt-get', 'remove', '--yes', 'chat-admin');
    expect(existsSync(root.path('usr/lib/chat-admin'))).toBe(false);
    expect(existsSync(root.path('usr/bin/chat-admin'))).toBe(false);
    expect(existsSync(root.path('etc/chat-admin/chat-admin.conf'))).toBe(true);
    expect(existsSync(root.path('etc/chat-admin/credentials/database-url'))).toBe(true);
    expect(await root.shell('systemctl is-active chat-admin || true')).toBe('inactive\n');
    await install(PACKAGE);
    expect(await state(SERVICE)).toBe('active');
    expect(await status('/users/ann')).toBe(200);
  });

  it('stays off when it has been disabled before', async () => {
    await root.run('systemctl', 'disable', '--now', SERVICE);
    await root.run('apt-get', 'remove', '--yes', 'chat-admin');
    await install(PACKAGE);
    expect(await state(SERVICE)).toBe('inactive');
  });

  it('is purged, and leaves database and account', async () => {
    await root.run('apt-get', 'purge', '--yes', 'chat-admin-prosody', 'chat-admin');
    for (const path of ['etc/chat-admin', 'var/lib/chat-admin', 'var/cache/chat-admin']) {
      expect([path, existsSync(root.path(path))]).toEqual([path, false]);
    }
    await root.run('getent', 'passwd', 'chat-admin');
    const psql = ['runuser', '-u', 'postgres', '--', 'psql', '-qAt', 'chat'];
    const own = `select count(*) from account where username !~ 'pupil'`;
    expect(await root.run(...psql, '-c', own)).toBe('2\n');
    expect(await root.run('systemctl', 'list-units', '--failed', '--plain', '--no-legend')).toBe(
      '',
    );
  });
});
