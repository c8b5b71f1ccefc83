import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { testNeeds } from '@chat-admin/debian-programs/suite-needs';
import { settingsSources } from '@chat-admin/configuration/settings-sources';
import { NEEDED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { ok } from '../src/commands/doctor/check.js';
import type { Check } from '../src/commands/doctor/check.js';
import { ofComponents } from '../src/commands/doctor/checks/chat-server-file-expiry.js';
import { ofModules } from '../src/commands/doctor/checks/chat-server-modules.js';
import { ofProsody } from '../src/commands/doctor/checks/chat-server-version.js';
import { clock } from '../src/commands/doctor/checks/clock.js';
import { namesIn } from '../src/commands/doctor/checks/database-reachable.js';
import { ofSpace } from '../src/commands/doctor/checks/database-space.js';
import { ofStandbys } from '../src/commands/doctor/checks/database-standby.js';
import { databaseTls } from '../src/commands/doctor/checks/database-tls.js';
import { ofPostgres } from '../src/commands/doctor/checks/database-version.js';
import { ofReader, ofRuns } from '../src/commands/doctor/checks/directories.js';
import { ofDiscovery } from '../src/commands/doctor/checks/issuer.js';
import { ofNode } from '../src/commands/doctor/checks/node-release.js';
import { CHECKS } from '../src/commands/doctor/checks.js';
import type { Machine } from '../src/commands/doctor/machine.js';
import { examine } from '../src/commands/doctor/run.js';
import { Deployment } from '../src/commands/doctor/deployment.js';
import type { DatabasePlace } from '../src/commands/doctor/deployment.js';
import { certifying, trusting } from '../src/commands/doctor/certifying.js';
import { judged } from '../src/commands/doctor/judged-certificate.js';
import { identifier, quoted } from '../src/commands/doctor/quoted.js';
import type { Shown } from '../src/commands/doctor/shown-certificate.js';
import { running } from '../src/commands/doctor/units.js';
import type { Unit } from '../src/commands/doctor/units.js';

const DAY = Date.parse('2026-11-23');
const GIB = 1024 ** 3;
/** Not even root may read it. */
const CLOSED = '/proc/sys/net/ipv4/route/flush';
const NOWHERE = { reason: 'There is no data in .data/postgres yet: "npm start" creates it.' };

it.each([
  ['20.19.0', 'warning'],
  ['24.21.0', 'ok'],
  ['99.0.0', 'ok'],
])('Node %s: %s', (version, level) => expect(ofNode(version, DAY).level).toBe(level));

it.each([
  [12, 'fault'],
  [13, 'warning'],
  [14, 'warning'],
  [15, 'ok'],
  [19, 'ok'],
])('PostgreSQL %i: %s', (major, level) =>
  expect(ofPostgres(major, `${major}.1`, DAY).level).toBe(level),
);

it.each([
  [{ jwks_uri: 'k', authorization_endpoint: 'a', token_endpoint: 't' }, true, 'ok', 'answers'],
  [{ jwks_uri: 'k' }, false, 'ok', 'answers'],
  [{ jwks_uri: 'k' }, true, 'fault', 'does not say its authorization_endpoint, token_endpoint'],
  [{ issuer: 'https://sso.example/' }, true, 'fault', 'calls itself https://sso.example/'],
  [{ issuer: 'https://sso.example\nA=b' }, true, 'fault', 'no address of a provider'],
  [{ issuer: undefined }, true, 'fault', 'no address of a provider'],
])('a provider that says %j, for the console %s: %s', (said, isSignIn, level, words) => {
  const address = 'https://sso.example';
  const finding = ofDiscovery(address, { issuer: address, ...said }, isSignIn);
  expect(finding).toMatchObject({ level, sentence: expect.stringContaining(words) });
});

it.each([
  [0.1, 100, 'fault'],
  [0.5, 10, 'warning'],
  [4, 100, 'warning'],
  [20, 100, 'ok'],
])('%d of %d GiB free: %s', (free, whole, level) =>
  expect(ofSpace(free * GIB, whole * GIB).level).toBe(level),
);

it.each([
  ['', 'on', 'warning'],
  ['m2', 'local', 'warning'],
  ['m2', 'on', 'ok'],
])('synchronous standbys "%s", synchronous_commit %s: %s', (names, commits, level) =>
  expect(ofStandbys({ names, commits }).level).toBe(level),
);

it.each([
  ['0.11.9', 'warning'],
  ['0.12.3', 'ok'],
  ['13.0.1', 'ok'],
  ['13.1.0', 'warning'],
])('Prosody %s: %s', (version, level) => expect(ofProsody(version).level).toBe(level));

it.each<[without: string[], besides: string[], told: string | null, change: string | null]>([
  [[], ['pep'], null, null],
  [
    ['chat_bookmarks'],
    ['bookmarks'],
    'Prosody has not loaded chat_bookmarks, and has bookmarks in the place of chat_bookmarks',
    'add "chat_bookmarks"; take out "bookmarks"',
  ],
  [['chat_rosters', 'chat_bookmarks'], [], 'chat_rosters, chat_bookmarks', 'add "chat_rosters"'],
  [[], ['bookmarks2'], 'has bookmarks2 in the place of', 'domain, take out "bookmarks2"'],
])('without %j and with %j of the modules', (without, besides, told, change) => {
  const loaded = [...NEEDED_MODULES.filter((name) => !without.includes(name)), ...besides];
  const { level, sentence, remedy } = ofModules(loaded);
  expect(level).toBe(told === null ? 'ok' : 'fault');
  expect(sentence).toContain(told ?? 'loaded');
  expect(remedy?.text ?? '').toContain(change ?? '');
});

it('warns of components that expire files by a setting of their own', () => {
  expect(ofComponents([]).level).toBe('ok');
  const { level, sentence } = ofComponents(['upload.example.org']);
  expect([level, sentence]).toEqual(['warning', expect.stringContaining('upload.example.org')]);
});

/** A deployment whose database says `state`. */
function withState(state: object): Deployment {
  const deployment = new Deployment({}, NOWHERE);
  deployment.server = () => Promise.resolve(state as Awaited<ReturnType<Deployment['server']>>);
  return deployment;
}

it('tells clocks that differ', async () => {
  expect((await clock.examine(withState({ clockOff: 4_000 }))).level).toBe('ok');
  const { level, sentence } = await clock.examine(withState({ clockOff: 61_000 }));
  expect({ level, sentence }).toEqual({
    level: 'warning',
    sentence: 'The clocks of this machine and of the database differ by 61 s',
  });
});

it('wants a database elsewhere to be encrypted', async () => {
  const level = async (state: object) => {
    const [found] = await examine(withState(state), [databaseTls]);
    return found!.level;
  };
  expect(await level({ encrypted: false, address: '192.0.2.7' })).toBe('warning');
  expect(await level({ encrypted: true, address: '192.0.2.7' })).toBe('ok');
  expect(await level({ encrypted: false, address: '127.0.0.1' })).toBe('skipped');
  expect(await level({ encrypted: false, address: null })).toBe('skipped');
});

it('gives up what does not answer, and tells of what fails, while others go on', async () => {
  const checks: Check[] = [
    { code: 'a', examine: () => new Promise(() => undefined) },
    { code: 'b', examine: () => Promise.reject(new Error('broken')) },
    {
      code: 'c',
      examine: () => {
        throw new Error('at once');
      },
    },
    { code: 'd', examine: () => ok('fine') },
  ];
  const found = await examine(new Deployment({}, NOWHERE), checks, 20);
  expect(found.map(({ code, level, sentence }) => `${code} ${level}: ${sentence}`)).toEqual([
    'a fault: There was no answer within 0.02 s',
    'b fault: It failed: broken',
    'c fault: It failed: at once',
    'd ok: fine',
  ]);
});

it('examines what can be examined where there is no database yet', async () => {
  const found = await examine(new Deployment({ API_PORT: '0', MANAGEMENT_PORT: '0' }, NOWHERE));
  const levelOf = (wanted: string) => found.find(({ code }) => code === wanted)?.level;
  expect(levelOf('database/reachable')).toBe('fault');
  expect(levelOf('program/settings')).toBe('ok');
  expect(levelOf('listeners/api')).toBe('skipped');
  expect(levelOf('database/tables')).toBe('skipped');
});

describe('advice is possible where it is given', () => {
  const UNSET = { reason: 'DATABASE_URL is not set' };
  const AWAY = { url: 'postgres://chat:secret@127.0.0.1:1/chat' };
  const machine = (installation: Machine['installation'], hasSystemd = false): Machine => ({
    installation,
    hasSystemd,
    lineages: '/nowhere',
    hasNginx: false,
  });
  const examined = async (
    where: Machine,
    code: string,
    environment: NodeJS.ProcessEnv = {},
    place: DatabasePlace = UNSET,
  ) => {
    const deployment = new Deployment(environment, place, () => DAY, undefined, where);
    const checks = CHECKS.filter((check) => check.code === code);
    return (await examine(deployment, checks))[0]!;
  };
  const remedy = async (...words: Parameters<typeof examined>) => (await examined(...words)).remedy;

  it.each<[installation: Machine['installation'], where: string, text: RegExp]>([
    ['checkout', 'shell', /^npm start$/],
    ['debian', 'shell', /setup --local --domain '<your domain>' # which.*\nsystemctl restart/],
    ['image', 'settings', /^DATABASE_URL_FILE=\/run\/secrets\/database-url # /],
    ['npm', 'settings', /^DATABASE_URL='postgres:\/\//],
  ])('without a database: %s', async (installation, where, text) => {
    const found = await remedy(machine(installation, true), 'database/reachable');
    expect(found).toEqual({ where, text: expect.stringMatching(text) as string });
  });

  it.each<[installation: Machine['installation'], text: RegExp]>([
    ['debian', /^systemctl restart postgresql$/],
    ['image', /^docker compose start 127\.0\.0\.1 # /],
  ])('with a database that is away: %s', async (installation, text) => {
    const found = await remedy(machine(installation, true), 'database/reachable', {}, AWAY);
    expect(found).toEqual({ where: 'shell', text: expect.stringMatching(text) as string });
  });

  it.each<[installation: Machine['installation'], where: string, text: string]>([
    ['checkout', 'shell', 'unset API_PORT'],
    ['image', 'settings', 'API_PORT='],
  ])('with a setting that cannot be used: %s', async (installation, where, text) => {
    const environment = { API_PORT: 'ninety' };
    const found = await remedy(machine(installation), 'program/settings', environment, AWAY);
    expect(found).toEqual({ where, text });
  });

  it('in the image, secrets have the modes of the instructions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doctor-secrets-'));
    const file = join(folder, 'chat-server-token');
    await writeFile(file, 'token', { mode: 0o644 });
    const environment = { CHAT_SERVER_TOKEN_FILE: file, CREDENTIALS_DIRECTORY: folder };
    expect(await remedy(machine('image'), 'program/credentials', environment)).toBe(null);
    expect(await remedy(machine('npm'), 'program/credentials', environment)).toEqual({
      where: 'shell',
      text: `chmod o= ${file}`,
    });
    await rm(folder, { recursive: true });
    expect(await remedy(machine('image'), 'program/settings', environment, AWAY)).toEqual({
      where: 'shell',
      text: expect.stringMatching(
        /^chmod 644 chat-server-token # .*\ndocker compose restart /,
      ) as string,
    });
  });

  it('with a file that this account may not read', async () => {
    const environment = { MANAGEMENT_TLS_KEY_FILE: CLOSED, CHAT_ADMIN_CONFIG: '/nowhere/of.conf' };
    const found = await examined(machine('npm'), 'program/files', environment);
    expect(found).toMatchObject({
      level: 'fault',
      sentence: `The services run as this account, and cannot read ${CLOSED}`,
    });
    const group = process.getgid!();
    expect(found.remedy!.text).toBe(`chgrp ${group} ${CLOSED}\nchmod 640 ${CLOSED}`);
    expect((await remedy(machine('image'), 'program/files', environment))!.text).toMatch(
      /^chmod 644 flush # in the folder that they are mounted from\ndocker compose restart /,
    );
  });

  it('with settings where the unit does not look', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doctor-hidden-'));
    const file = join(folder, 'my.conf');
    await writeFile(file, '');
    const deployment = new Deployment({ CHAT_ADMIN_CONFIG: file }, UNSET, () => DAY);
    deployment.account = () => Promise.resolve(null);
    deployment.serviceUnits = () => Promise.resolve([{ hidden: [folder] } as unknown as Unit]);
    const checks = CHECKS.filter(({ code }) => code === 'program/files');
    const [found] = await examine(deployment, checks);
    await rm(folder, { recursive: true });
    const copy = `/etc/chat-admin/${file.slice(1).replaceAll('/', '-')}`;
    expect(found!.remedy!.text.split('\n')).toEqual([
      `install -D -m 640 -g ${process.getgid!()} ${file} ${copy}`,
      `export CHAT_ADMIN_CONFIG=${copy} # in the unit, too, if that has it`,
    ]);
  });

  it.each<[what: string, file: string, text: string]>([
    ['that is a folder', tmpdir(), 'unset CHAT_ADMIN_CONFIG'],
    ['that is not there', '/nowhere/of.conf', 'unset CHAT_ADMIN_CONFIG'],
    ['that is closed', CLOSED, `chgrp ${process.getgid!()} ${CLOSED}\nchmod 640 ${CLOSED}`],
  ])('with a file of settings %s', async (_, file, text) => {
    const environment = { CHAT_ADMIN_CONFIG: file };
    const strange = settingsSources(environment);
    const deployment = new Deployment(environment, UNSET, () => DAY, strange, machine('npm'));
    const checks = CHECKS.filter(({ code }) => code === 'program/unknown-settings');
    expect((await examine(deployment, checks))[0]!.remedy).toEqual({ where: 'shell', text });
  });

  // containers may let every account have every port
  const first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  const reason = 'advice for a port that the unit may not have needs one that is refused to it';
  testNeeds(
    it,
    first > 1 ? process : null,
    reason,
  )('with a port that the unit may not have', async () => {
    const environment = { API_PORT: '1', CHAT_ADMIN_CONFIG: '/nowhere/chat-admin.conf' };
    const of = (where: Machine) => remedy(where, 'listeners/api', environment, AWAY);
    expect(await of(machine('npm'))).toBe(null);
    expect(await of(machine('debian', true))).toEqual({
      where: 'shell',
      text: expect.stringMatching(
        /^echo API_PORT=\d{4,5} >>\/nowhere\/chat-admin\.conf\nsystemctl restart chat-admin$/,
      ) as string,
    });
  });

  it.each(['', 'LOG_LEVEL=warn\n', 'LOG_LEVEL=warn', 'LOG_LEVEL=warn\n# the end'])(
    'with the file of settings %j',
    async (text) => {
      const folder = await mkdtemp(join(tmpdir(), 'doctor-settings-'));
      const file = join(folder, 'chat-admin.conf');
      await writeFile(file, text);
      const environment = { API_HOST: '198.51.100.7', CHAT_ADMIN_CONFIG: file };
      const found = await remedy(machine('debian', true), 'listeners/api', environment, AWAY);
      execFileSync('sh', ['-ec', found!.text.replace(/^systemctl .*/m, '')]);
      const written = readFileSync(file, 'utf8');
      await rm(folder, { recursive: true });
      expect(parseEnv(written)).toEqual({ ...parseEnv(text), API_HOST: '127.0.0.1' });
    },
  );

  it('where systemd has no unit, and in a container that does something else', async () => {
    const found = await examine(
      new Deployment({}, UNSET, () => DAY, undefined, machine('image')),
      CHECKS.filter(({ code }) => code === 'program/service'),
    );
    expect(found[0]!.level).toBe('skipped');
  });
});

it.each([
  ['postgres://ola:p%40ss@db.example:5433/chat?sslmode=require', 'ola', 'chat', 'db.example'],
  ['postgresql://ola@a,b:1/chat', 'ola', 'chat', 'a'],
  ['postgres:///chat?host=/run', 'postgres', 'chat', 'this machine'],
  ['postgres://ola@h', 'ola', 'ola', 'h'],
])('reads the names in %s', (url, user, database, host) =>
  expect(namesIn(url)).toEqual({ user, database, host }),
);

const aUnit = (name: string, enabled: string, active: string) =>
  ({ name, enabled, active }) as unknown as Unit;

it.each<[what: string, units: readonly Unit[], names: string]>([
  ['nothing that is known', [], 'chat-admin'],
  ['one unit', [aUnit('chat-admin', 'enabled', 'failed')], 'chat-admin'],
  [
    'both parts',
    [
      aUnit('chat-admin', 'disabled', 'inactive'),
      aUnit('chat-admin-api', 'enabled', 'active'),
      aUnit('chat-admin-userservice', 'enabled', 'failed'),
    ],
    'chat-admin-api chat-admin-userservice',
  ],
  [
    'the API alone',
    [
      aUnit('chat-admin', 'masked', 'inactive'),
      aUnit('chat-admin-api', 'disabled', 'active'),
      aUnit('chat-admin-userservice', 'disabled', 'inactive'),
    ],
    'chat-admin-api',
  ],
  [
    'one unit beside parts that are enabled',
    [aUnit('chat-admin', 'enabled', 'active'), aUnit('chat-admin-api', 'enabled', 'inactive')],
    'chat-admin',
  ],
])('restarts what runs the services: %s', (_, units, names) =>
  expect(running(units).join(' ')).toBe(names),
);

it.each([
  ['ok', { lastSuccess: new Date(DAY - 3_600_000) }, /^main was in step at 2026-11-22T23/],
  ['warning', { lastSuccess: new Date(DAY - 12_000_000) }, /since 2026-11-22T20\S+Z: bind$/],
  ['warning', { lastSuccess: null, message: null }, /^No run of main has succeeded yet$/],
  ['ok', { lastSuccess: null, paused: true }, /^main is paused$/],
  [
    'warning',
    { lastSuccess: new Date(DAY), entry: 'b' },
    /^The entry of main .* is not the one that/,
  ],
])('a directory that was read too long ago: %s %j', (level, state, sentence) => {
  const all = { paused: false, message: 'bind', entry: 'a', ...state };
  const found = ofRuns({ name: 'main', fullMs: 3_600_000, digest: 'a' }, all, DAY);
  expect(found).toMatchObject({ level, sentence: expect.stringMatching(sentence) });
});

it.each([
  ['ok', null, 'The directory main does not say what its reader may write'],
  ['ok', [], 'The reader of main may only read'],
  ['warning', ['mail'], expect.stringMatching(/^The reader of main may write mail in/)],
])('a reader that may write: %s %j', (level, writable, sentence) => {
  expect(ofReader('main', writable)).toMatchObject({ level, sentence });
});

describe('a page that browsers cannot open', () => {
  const seen = async (address: string, hasNginx: boolean) => {
    const machine: Machine = {
      ...{ installation: 'debian', hasSystemd: true, lineages: '/nowhere' },
      hasNginx,
    };
    const environment = { API_PUBLIC_URL: address };
    const deployment = new Deployment(environment, NOWHERE, () => DAY, undefined, machine);
    const checks = CHECKS.filter(({ code }) => code === 'listeners/public-url');
    return (await examine(deployment, checks))[0]!;
  };

  it('is a fault where nothing listens on this machine, which the start of nginx mends', async () => {
    const { level, sentence, remedy } = await seen('https://localhost:1', true);
    expect([level, sentence]).toEqual([
      'fault',
      'Nothing answers browsers at localhost:1 (API_PUBLIC_URL), which is this machine: ECONNREFUSED',
    ]);
    expect(remedy).toEqual({ where: 'shell', text: 'systemctl start nginx' });
    expect((await seen('https://localhost:1', false)).remedy).toBeNull();
  });

  it('is a warning where this machine alone may not know the name', async () => {
    const { level, sentence } = await seen('https://nobody.invalid', true);
    expect([level, sentence]).toEqual([
      'warning',
      'This machine finds no address of nobody.invalid (API_PUBLIC_URL): it needs a record in the DNS, or a line in /etc/hosts',
    ]);
  });
});

describe('a certificate that is not of certbot', () => {
  let folder: string;
  let machine: Machine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-lineages-'));
    await mkdir(join(folder, 'live/example.org'), { recursive: true });
    machine = {
      ...{ installation: 'debian', hasSystemd: true, lineages: join(folder, 'live') },
      hasNginx: true,
    };
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is not renewed by it, and a new one is got in the way that the machine has', async () => {
    const deployment = new Deployment({}, NOWHERE, () => DAY, undefined, machine);
    const text = async () => (await certifying(deployment, 'example.org')).text;
    expect(await text()).toContain('certbot certonly --nginx -d example.org\n');
    await mkdir(join(folder, 'renewal'));
    await writeFile(join(folder, 'renewal/example.org.conf'), '');
    expect(await text()).toMatch(/^certbot renew --cert-name example\.org\n/);
  });

  it('may have an authority that this machine has to be told of', async () => {
    expect(trusting(machine, 'example.org')).toBeNull();
    const [leaf, authority] = ['leaf', 'authority'].map(
      (text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    );
    await writeFile(join(machine.lineages, 'example.org/fullchain.pem'), `${leaf}${authority}`);
    const remedy = trusting(machine, 'example.org')!;
    const [, extract] = remedy.text.split('\n');
    const into = join(folder, 'authority.crt');
    const known = '/usr/local/share/ca-certificates/example.org.crt';
    execFileSync('sh', ['-c', extract!.replace(known, into)]);
    expect(readFileSync(into, 'utf8')).toBe(authority);
    const shown = {
      leaf: {
        ...{ validFrom: 'Jan 1 2000', validTo: 'Jan 1 2100', issuer: 'O=School\nCN=Our Authority' },
        checkHost: (name: string) => name,
      },
      doubt: 'SELF_SIGNED_CERT_IN_CHAIN',
    } as unknown as Shown;
    expect(
      judged(shown, 'example.org', 'port 5222', DAY, { mending: null, trusting: remedy }),
    ).toEqual({
      level: 'warning',
      sentence:
        'The certificate at port 5222 is signed by CN=Our Authority, which this machine does not know; clients have to know it',
      remedy,
    });
  });
});

it('quotes what is pasted', () => {
  expect(quoted(`/a b/'c`)).toBe(`'/a b/'\\''c'`);
  expect(quoted('/etc/x-y_z.1')).toBe('/etc/x-y_z.1');
  expect([identifier('chat'), identifier('My "chat"')]).toEqual(['chat', '"My ""chat"""']);
});

it('a process that is not run meanwhile does not end the time of a check', async () => {
  const blocked = () => {
    const until = performance.now() + 200;
    while (performance.now() < until);
  };
  const check: Check = {
    code: 'test/busy',
    examine: async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        blocked();
      }
      return { level: 'ok', sentence: 'done', remedy: null };
    },
  };
  const [found] = await examine(new Deployment({}, NOWHERE), [check], 400);
  expect(found).toMatchObject({ level: 'ok' });
});
