import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { debianRoot, removeRoot } from '@chat-admin/debian-programs/debian-root';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { until } from '@chat-admin/debian-programs/until';
import { stablePort } from '@chat-admin/processes/stable-port';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { prosodyForDebian, serviceForDebian } from '../src/debian.js';
import { ARCHITECTURES } from '../src/node-runtime.js';
import { knownSettings } from '../src/settings-file.js';
import { architectureOf, ARTEFACTS, HERE, PROGRAM, VERSION } from './support/artefacts.js';
import { certify, login } from './support/chat-login.js';
import { CONSOLE_WORKS, visitConsole } from './support/console-visit.js';
import { installedUnit, outputIn, runUnit } from './support/installed-unit.js';
import { RootPostgres } from './support/root-postgres.js';
import { OWN_PORTS, runProgram } from './support/running-program.js';

const isSoak = process.env['SOAK_SUITES'] === '1';

const run = promisify(execFile);
const PACKAGE = join(ARTEFACTS, `chat-admin_${VERSION}_${HERE}.deb`);
const PROSODY = join(ARTEFACTS, `chat-admin-prosody_${VERSION}_all.deb`);
const NEXT = `${VERSION}+next`;
const UNITS = ['chat-admin', 'chat-admin-api', 'chat-admin-userservice', 'chat-admin-migrate'].map(
  (name) => `${name}.service`,
);

const suite = await suiteNeeds(describe, 'The packages for Debian', [
  ...(['mmdebstrap', 'lintian', 'strace'] as const),
]);
/** Built once for both releases. */
let built: Promise<string> | null = null;
const next = (): Promise<string> =>
  (built ??= serviceForDebian({
    program: PROGRAM,
    version: NEXT,
    architecture: HERE,
    into: ARTEFACTS,
  }));

const rooted = needsRoot(describe, 'The installed package for Debian') as typeof describe;

suite('the packages for Debian', () => {
  if (isSoak) {
    it('have the same bytes when they are built again', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-again-'));
      const again = { program: PROGRAM, version: VERSION, architecture: HERE, into: folder };
      for (const path of [await serviceForDebian(again), await prosodyForDebian(again)]) {
        const made = await readFile(join(ARTEFACTS, basename(path)));
        expect((await readFile(path)).equals(made)).toBe(true);
      }
      await rm(folder, { recursive: true });
    });
  }

  it.each(ARCHITECTURES)('are there for %s', async (architecture) => {
    const path = join(ARTEFACTS, `chat-admin_${VERSION}_${architecture}.deb`);
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-unpacked-'));
    await run('dpkg-deb', ['--extract', path, folder]);
    const { stdout } = await run('dpkg-deb', ['--field', path, 'Architecture']);
    const program = await architectureOf(join(folder, 'usr/lib/chat-admin/node'));
    expect([stdout.trim(), program]).toEqual([architecture, architecture]);
    await rm(folder, { recursive: true });
  });

  it('pass lintian', async () => {
    const lintian = await ensureInstalled('lintian');
    const words = ['--allow-root', '--fail-on', 'error,warning', PACKAGE, PROSODY];
    const failed = await run(lintian, words).catch(({ stdout }: { stdout: string }) => ({
      stdout,
    }));
    expect(failed.stdout).toBe('');
  });
});

rooted.each([12, 13] as const)('installed on Debian %i', (release) => {
  let root: string;
  let postgres: RootPostgres;
  let folder: string;
  let secret: string;
  /** of the database: those of the service and of its chat server */
  let passwords: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-'));
    root = await debianRoot(release);
    postgres = await RootPostgres.start(root);
    await install(PACKAGE);
  });
  afterAll(async () => {
    await postgres?.stop();
    if (root) await removeRoot(root);
    await rm(folder, { recursive: true });
  });

  const install = async (path: string): Promise<string> => {
    await run('cp', [path, join(root, 'root')]);
    return outputIn(root, 'dpkg', '--force-confold', '-i', `/root/${basename(path)}`);
  };

  /** Runs the unit until `work` is done. @returns what it printed */
  const serving = async (
    name: string,
    work: (url: string) => Promise<void>,
    before: readonly string[] = [],
  ): Promise<void> => {
    const service = runUnit(root, await installedUnit(root, name), before);
    const url = await service.says(/(http:\S+\/(?:restapi\/v1|userservice))/);
    await work(url.replace('0.0.0.0', '127.0.0.1'));
    expect(await service.stop()).toBe(0);
    for (const password of passwords) expect(service.output()).not.toContain(password);
  };

  const account = async (url: string, username: string, method = 'GET') => {
    const headers = { authorization: secret, 'content-type': 'application/json' };
    const body = JSON.stringify({ username, password: 'p1-secret' });
    const create = { method, headers, body };
    const got = await fetch(
      method === 'GET' ? `${url}/users/${username}` : `${url}/users`,
      method === 'GET' ? { headers } : create,
    );
    return got.status;
  };

  it('makes account and folders, and enables the service', async () => {
    const names = await outputIn(root, 'getent', 'passwd', 'chat-admin');
    expect(names).toContain(':/var/lib/chat-admin:/usr/sbin/nologin');
    const modes = ['etc/chat-admin/credentials', 'var/lib/chat-admin'].map(
      async (path) => (await stat(join(root, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o750]);
    const wanted = await readdir(join(root, 'etc/systemd/system/multi-user.target.wants'));
    expect(wanted).toContain('chat-admin.service');
    expect(wanted.filter((name) => name.startsWith('chat-admin'))).toHaveLength(1);
  });

  it('has every setting in its configuration, commented out but for one of packages', async () => {
    const text = await readFile(join(root, 'etc/chat-admin/chat-admin.conf'), 'utf8');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'DATABASE_MIGRATIONS=check',
    ]);
    for (const { name, secret: hidden } of knownSettings().values()) {
      const line = hidden ? `credentials/${name.toLowerCase().replaceAll('_', '-')}` : `${name}=`;
      expect(text).toContain(line);
    }
  });

  it('has units that systemd accepts, with little exposure', async () => {
    expect(await outputIn(root, 'systemd-analyze', '--man=no', 'verify', ...UNITS)).toBe('');
    const words = ['security', '--offline=true', '--threshold=15', '--no-pager'];
    const report = await outputIn(root, 'systemd-analyze', ...words, ...UNITS);
    expect(report.match(/Overall exposure level/g)).toHaveLength(UNITS.length);
  });

  it('sets its PostgreSQL up, prepares the database and shows its secret', async () => {
    const port = ['env', `PGPORT=${postgres.port}`];
    await outputIn(root, ...port, 'chat-admin', 'setup', '--local', '--domain', 'example.org');
    const written = [
      'credentials/database-url',
      'owner/database-migration-url',
      'prosody/database',
    ];
    const texts = written.map((name) => readFile(join(root, 'etc/chat-admin', name), 'utf8'));
    passwords = (await Promise.all(texts)).map(
      (text) => /(?::|password=)([\w-]{32})(?:@|\n)/.exec(text)![1]!,
    );
    const everywhere = { API_HOST: '0.0.0.0', LEGACY_HOST: '0.0.0.0' };
    const lines = Object.entries({ ...OWN_PORTS, ...everywhere })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');
    await appendFile(join(root, 'etc/chat-admin/chat-admin.conf'), lines);
    const migrate = runUnit(root, await installedUnit(root, 'chat-admin-migrate.service'));
    expect([await migrate.ended(), migrate.output()]).toEqual([
      0,
      expect.stringContaining('The database is ready'),
    ]);
    secret = (await outputIn(root, 'chat-admin', 'secret', 'show')).trim();
    expect(secret).toMatch(/^\S{12,}$/);
    expect((await outputIn(root, 'chat-admin', 'property', 'get', 'xmpp.domain')).trim()).toBe(
      'example.org',
    );
  });

  it('serves on all addresses as its account, with what its unit allows, its secrets in no environment', async () => {
    const create = ['chat-admin', 'admin', 'create', 'head', '--generate'];
    const password = (await outputIn(root, ...create)).trim();
    const calls = join(folder, 'calls');
    const strace = ['strace', '-D', '-f', '-qq', '-o', calls];
    await serving(
      'chat-admin.service',
      async (url) => {
        expect(await account(url, 'ann', 'POST')).toBe(201);
        expect(await account(url, 'ann')).toBe(200);
        expect(await account(url, 'nobody')).toBe(404);
        expect((await fetch(`${url}/users`)).status).toBe(401);
        expect((await fetch(`${url}/docs/swagger-ui.css`)).status).toBe(200);
        expect(await visitConsole(url, 'head', password)).toEqual(CONSOLE_WORKS);
      },
      strace,
    );
    const filter = await installedUnit(root, 'chat-admin.service');
    const allowed = await allowedCalls(root, filter.all('SystemCallFilter'));
    const used = await callsAfterStart(calls);
    expect(used.size).toBeGreaterThan(30);
    expect([...used].filter((name) => !allowed.has(name))).toEqual([]);
    const traced = await readFile(calls, 'utf8');
    const families = filter.all('RestrictAddressFamilies').join(' ').split(' ');
    const opened = [...traced.matchAll(/ socket\((\w+),/g)].map(([, family]) => family!);
    expect(opened).toEqual(expect.arrayContaining(['AF_INET', 'AF_NETLINK']));
    expect(opened.filter((family) => !families.includes(family))).toEqual([]);
    expect(traced).not.toMatch(new RegExp(`execve.*${passwords[0]}`));
  });

  it('tells systemd when it serves', async () => {
    const socket = `chat-admin-${process.pid}-${release}`;
    const listener = runProgram(['perl', '-MSocket', '-e', LISTEN, socket], {});
    await listener.says(/listening/);
    const unit = await installedUnit(root, 'chat-admin.service');
    const service = runUnit(root, unit, [], { NOTIFY_SOCKET: `@${socket}` });
    await listener.says(/READY=1/);
    expect(service.output()).toMatch(/user service listens on/);
    expect([await service.stop(), await listener.ended()]).toEqual([0, 0]);
  });

  it.each(['chat-admin-api.service', 'chat-admin-userservice.service'])('%s serves', (name) =>
    serving(name, async (url) => {
      expect((await fetch(url)).status).toBeLessThan(500);
    }),
  );

  it('runs Prosody on the same database', async () => {
    await install(PROSODY);
    expect(await outputIn(root, 'systemd-analyze', '--man=no', 'verify', 'prosody.service')).toBe(
      '',
    );
    const words = ['security', '--offline=true', '--threshold=15', '--no-pager', 'prosody.service'];
    await outputIn(root, 'systemd-analyze', ...words);
    const [http, directTls] = [await stablePort(), await stablePort()];
    const configuration = join(root, 'etc/prosody/chat-admin.cfg.lua');
    const text = await readFile(configuration, 'utf8');
    const moved = text
      .replace('{ 5280 }', `{ ${http} }`)
      .replace('{ 5223 }', `{ ${directTls} }`)
      .replace(/\{ (5222|5281) \}/g, '{}');
    await writeFile(configuration, moved);
    const settings = join(root, 'etc/chat-admin/chat-admin.conf');
    await appendFile(settings, `CHAT_SERVER_URL=http://127.0.0.1:${http}\n`);
    const authority = await certify(join(root, 'etc/letsencrypt'), 'example.org');
    const renewed = '/etc/letsencrypt/renewal-hooks/deploy/chat-admin';
    const lineage = 'RENEWED_LINEAGE=/etc/letsencrypt/live/example.org';
    const other = ['RENEWED_DOMAINS=example.net a.example.net', lineage];
    expect(await outputIn(root, 'env', ...other, renewed)).toBe('');
    const written = await outputIn(root, 'env', 'RENEWED_DOMAINS=example.org', lineage, renewed);
    expect(written).toContain('/etc/chat-admin/tls/example.org.key, ');
    const modes = ['/etc/prosody/certs/example.org.', '/etc/chat-admin/tls/example.org.'].map(
      (name) => outputIn(root, 'stat', '-c', '%a %U %G', `${name}key`, `${name}crt`),
    );
    const [forProsody, forServices] = ['640 root prosody\n', '640 root chat-admin\n'];
    expect(await Promise.all(modes)).toEqual([forProsody.repeat(2), forServices.repeat(2)]);
    const ctl = ['prosodyctl', '--config', '/etc/prosody/chat-admin.cfg.lua'];
    expect(await outputIn(root, ...ctl, 'check', 'config')).toContain('All checks passed');
    const checked = await outputIn(root, ...ctl, 'check', 'certs');
    expect(checked).toMatch(/certificate for example\.org\n[^\n]*certs\/example\.org\.crt/);
    const unit = await installedUnit(root, 'prosody.service');
    const prosody = runUnit(root, unit);
    await prosody.says(/Attached to the database of example\.org/);
    await serving('chat-admin.service', async (url) => {
      const headers = { authorization: secret };
      await until('the chat server is ready', async () => {
        const ready = await fetch(`${url}/system/readiness/server`, { headers });
        return ready.status === 200;
      });
      expect((await fetch(`${url}/sessions`, { headers })).status).toBe(200);
      const server = { port: directTls, domain: 'example.org', authority };
      expect(await login(server, 'ann', 'p1-secret')).toContain('<success');
    });
    await prosody.stop();
    for (const password of passwords) expect(prosody.output()).not.toContain(password);
    await outputIn(root, 'dpkg', '--purge', 'chat-admin-prosody');
    expect(existsSync(join(root, 'etc/chat-admin/prosody'))).toBe(false);
  });

  it('is upgraded with its settings', async () => {
    await install(await next());
    const shown = await outputIn(root, 'dpkg-query', '-W', '-f', '${Version}', 'chat-admin');
    expect(shown).toBe(NEXT);
    await serving('chat-admin.service', async (url) => {
      expect(await account(url, 'ann')).toBe(200);
    });
  });

  it('is removed, and leaves what it has been told', async () => {
    await outputIn(root, 'dpkg', '--remove', 'chat-admin');
    expect(existsSync(join(root, 'usr/lib/chat-admin'))).toBe(false);
    expect(existsSync(join(root, 'usr/bin/chat-admin'))).toBe(false);
    expect(existsSync(join(root, 'etc/chat-admin/chat-admin.conf'))).toBe(true);
    expect(existsSync(join(root, 'etc/chat-admin/credentials/database-url'))).toBe(true);
  });

  it('is purged, and leaves database and account', async () => {
    await outputIn(root, 'dpkg', '--purge', 'chat-admin');
    for (const path of ['etc/chat-admin', 'var/lib/chat-admin', 'var/cache/chat-admin']) {
      expect([path, existsSync(join(root, path))]).toEqual([path, false]);
    }
    await outputIn(root, 'getent', 'passwd', 'chat-admin');
    expect(await postgres.query('select count(*) from account', 'chat')).toBe('2');
  });
});

/** Prints the first datagram that an abstract socket receives. */
const LISTEN = `$| = 1; socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die; bind($s, pack_sockaddr_un("\\0$ARGV[0]")) or die;
print "listening\\n"; recv($s, my $text, 4096, 0); print "$text\\n";`;

/** The names of a filter, with groups expanded as the systemd of the root does it. */
async function allowedCalls(root: string, filter: readonly string[]): Promise<Set<string>> {
  const groups = new Map<string, readonly string[]>();
  const text = await outputIn(root, 'systemd-analyze', 'syscall-filter', '--no-pager');
  for (const block of text.split(/\n(?=@)/)) {
    const [name, ...lines] = block.split('\n');
    const names = lines.map((line) => line.trim()).filter((line) => /^[@a-z]/.test(line));
    groups.set(name!.trim(), names);
  }
  const expanded = (name: string): readonly string[] =>
    name.startsWith('@') ? (groups.get(name) ?? []).flatMap(expanded) : [name];
  const allowed = new Set(['execve']); // systemd's own
  for (const line of filter) {
    const names = line.replace(/^~/, '').split(' ').flatMap(expanded);
    for (const name of names) {
      if (line.startsWith('~')) allowed.delete(name);
      else allowed.add(name);
    }
  }
  return allowed;
}

/** The system calls of the service, without those that prepared its surroundings. */
async function callsAfterStart(file: string): Promise<Set<string>> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const start = lines.findIndex((line) => line.includes('execve("/usr/lib/chat-admin/node"'));
  expect(start).toBeGreaterThan(0);
  const names = lines.slice(start + 1).flatMap((line) => {
    const name = /^\d+ +(?:<\.\.\. )?([a-z_][a-z0-9_]*)(?:\(| resumed)/.exec(line)?.[1];
    return name === undefined ? [] : [name];
  });
  return new Set(names);
}
