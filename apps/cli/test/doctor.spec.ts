import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps, globalAgent } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import { InstalledMachine } from './support/installed-machine.js';
import { SEEDED_FAULTS } from './support/seeded-faults.js';
import { freePort, SoundInstallation } from './support/sound-installation.js';
import { run } from './support/command-world.js';

let world: SoundInstallation;
let before: NodeJS.ProcessEnv;
beforeAll(async () => {
  world = await SoundInstallation.open();
  before = { ...world.environment };
});
afterAll(() => world.close());
afterEach(() => {
  world.environment = { ...before };
  world.health = {};
});

/** What the machine of the tests is, not the installation. */
const OF_MACHINE = ['program/node', 'program/root', 'database/space'];
/** The service seals by and by: until it has, there is nothing to examine. */
const BY_AND_BY = 'data/audit-seals';
const SKIPPED = [
  'listeners/certificates',
  'listeners/public-url',
  'database/tls',
  ...['database/direct', 'database/role-limits', 'database/standby'],
  'access/administrators',
  ...['access/keys', 'access/issuer'],
  'chat-server/certificate',
  ...['chat-server/standby', 'chat-server/reachable-by-address', 'chat-server/files'],
  'cluster/redis',
  'user-service/forwarding',
  ...['directories/file', 'directories/certificates', 'directories/reader', 'directories/runs'],
  'program/service',
];

it('finds nothing on a sound installation', async () => {
  const findings = await world.findings();
  const left = (level: string) => [...OF_MACHINE, ...(level === 'skipped' ? [BY_AND_BY] : [])];
  const notOk = findings.filter(({ code, level }) => level !== 'ok' && !left(level).includes(code));
  expect(notOk.map(({ code, level }) => [code, level])).toEqual(
    SKIPPED.map((code) => [code, 'skipped']),
  );
  const fine = findings.filter(({ level }) => level === 'ok' || level === 'skipped');
  expect(fine.filter(({ remedy }) => remedy !== null)).toEqual([]);
  const { code, out, err } = await run('doctor', world.environment);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^ok +database\/tables +Tables, constraints and indexes/m);
  expect(out).toMatch(/\nfaults: 0, warnings: \d+, skipped: \d+, ok: \d+\n$/);
});

type Seed = (world: SoundInstallation) => Promise<unknown> | unknown;
const sql =
  (text: string): Seed =>
  ({ sql: send }) =>
    send.call(world, text);
const superuser =
  (text: (world: SoundInstallation) => string): Seed =>
  (it) =>
    it.superuser(text(it));
const setting =
  (name: string, value: string): Seed =>
  ({ environment }) =>
    (environment[name] = value);
const property = (key: string, value: string): Seed =>
  sql(
    `insert into system_property values ('${key}', '${value}') on conflict (key) do update set value = excluded.value`,
  );

const ROOM = `
  insert into room (service, name, creation_date, modification_date, natural_name, description)
  values ('conference', 'orphan', now(), now(), '', '')`;

let taken: Server[] = [];
afterEach(() => {
  for (const server of taken) server.close();
  taken = [];
});
async function silentPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  taken.push(server);
  return (server.address() as AddressInfo).port;
}
const occupied =
  (name: string): Seed =>
  async ({ environment }) => {
    const server = createServer((socket) =>
      socket.end('220 mail\r\n').on('error', () => undefined),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    taken.push(server);
    environment[name] = String((server.address() as { port: number }).port);
  };

const FAULTS: readonly (readonly [what: string, code: string, seed: Seed, sentence: RegExp])[] = [
  ['a misspelt setting', 'program/unknown-settings', setting('API_PROT', '1'), /mean API_PORT\?/],
  ['a setting as a file', 'program/unknown-settings', setting('API_PORT_FILE', '/x'), /no secret/],
  ['an unusable setting', 'program/settings', setting('API_HOST', 'here'), /API_HOST: must be/],
  [
    'a secret that others read',
    'program/credentials',
    ({ environment }) => chmod(environment['CHAT_SERVER_TOKEN_FILE']!, 0o644),
    /chat-server-token/,
  ],
  ['a port that is taken', 'listeners/api', occupied('API_PORT'), /taken by \S+ \(process \d+\)/],
  ['another one', 'listeners/api-management', occupied('MANAGEMENT_PORT'), /is taken by/],
  ['a third one', 'listeners/userservice', occupied('LEGACY_PORT'), /is taken by/],
  [
    'a database that is not there',
    'database/reachable',
    async (it) => {
      const url = new URL(it.environment['DATABASE_URL']!);
      url.pathname = `${url.pathname}_other`;
      it.environment['DATABASE_URL'] = url.href;
    },
    /There is no database chat_\w+_other/,
  ],
  [
    'no more connections',
    'database/reachable',
    superuser(({ databaseName }) => `alter database ${databaseName} connection limit 1`),
    /53300/,
  ],
  [
    'few connections of the role',
    'database/connections',
    superuser(({ owner }) => `alter role ${owner} connection limit 20`),
    /need 27 connections/,
  ],
  [
    'a database that only reads',
    'database/writable',
    superuser(
      ({ databaseName }) => `alter database ${databaseName} set default_transaction_read_only = on`,
    ),
    /refuses writes/,
  ],
  [
    'a superuser',
    'database/role',
    superuser(({ owner }) => `alter role ${owner} superuser`),
    /is a superuser/,
  ],
  [
    'functions of another version',
    'database/schema',
    sql(`update schema_object set sha256 = 'x' where file = 'muc/affiliations.sql'`),
    /Pending: sql\/muc\/affiliations.sql/,
  ],
  [
    'a function edited by hand',
    'database/functions',
    sql(
      `create or replace function base64(bytes bytea) returns text language sql immutable as 'select null::text'`,
    ),
    /public\.base64/,
  ],
  ['a function dropped', 'database/functions', sql('drop function engine.hello'), /engine\.hello/],
  [
    'a trigger that does not fire',
    'database/functions',
    sql('alter table api_key disable trigger api_key_notify_keys'),
    /api_key_notify_keys/,
  ],
  ['a column dropped', 'database/tables', sql('alter table account drop email'), /account\.email/],
  [
    'another type',
    'database/tables',
    sql('alter table room alter subject type varchar(9)'),
    /room\.subject/,
  ],
  [
    'another default',
    'database/tables',
    sql('alter table room alter max_users set default 30'),
    /room\.max_users/,
  ],
  [
    'a null that should not be',
    'database/tables',
    sql('alter table vcard alter xml drop not null'),
    /vcard\.xml/,
  ],
  [
    'a check dropped',
    'database/tables',
    sql('alter table room drop constraint room_allow_pm_check'),
    /room_allow_pm_check/,
  ],
  [
    'a foreign key dropped',
    'database/tables',
    sql('alter table lockout drop constraint lockout_account_fk'),
    /lockout_account_fk/,
  ],
  [
    'an index dropped',
    'database/tables',
    sql('drop index roster_item_jid_idx'),
    /roster_item_jid_idx/,
  ],
  [
    'an index of trigrams dropped',
    'database/tables',
    sql('drop index room_text_trigram_idx'),
    /room_text_trigram_idx/,
  ],
  [
    'a column too many',
    'database/tables',
    sql('alter table room add extra text'),
    /room\.extra; what is in room\.extra is lost/,
  ],
  [
    'an invalid index',
    'database/indexes',
    superuser(
      () => `update pg_index set indisvalid = false where indexrelid = 'room_public_idx'::regclass`,
    ),
    /room_public_idx/,
  ],
  [
    'a missing grant on a table',
    'database/privileges',
    sql('revoke update, delete on account from current_user'),
    /update, delete on account/,
  ],
  [
    'a missing grant on a sequence',
    'database/privileges',
    sql('revoke usage, select on sequence audit_entry_log_id_seq from current_user'),
    /usage, select on sequence audit_entry_log_id_seq/,
  ],
  [
    'a missing grant on a function',
    'database/privileges',
    sql('revoke execute on function service_domain() from public, current_user'),
    /service_domain\(\)/,
  ],
  [
    'a function that the chat server may not call',
    'database/chat-role',
    (it) => it.sql(`revoke execute on function engine.accounts from ${it.chatRole}`),
    /engine\.accounts\(text,integer\)/,
  ],
  [
    'a chat server with the rights of the owner',
    'database/chat-role',
    (it) => it.superuser(`grant create on schema public to ${it.chatRole}`),
    /only the services should/,
  ],
  [
    'the API switched off',
    'access/barriers',
    property('plugin.restapi.enabled', 'false'),
    /plugin\.restapi\.enabled/,
  ],
  [
    'no secret',
    'access/barriers',
    sql(`delete from system_property where key = 'plugin.restapi.secret'`),
    /plugin\.restapi\.secret is absent/,
  ],
  [
    'addresses that let nobody in',
    'access/barriers',
    property('plugin.restapi.allowedIPs', 'the office'),
    /allowedIPs lists no address/,
  ],
  [
    'an administrator without account',
    'access/administrators',
    property('admin.authorizedJIDs', 'zoe@example.org'),
    /zoe does not exist/,
  ],
  [
    'a locked administrator',
    'access/administrators',
    async (it) => {
      await run('user lock zoe --force', it.environment);
    },
    /zoe locked out|zoe is locked out/,
  ],
  [
    'a short secret',
    'access/secrets',
    property('plugin.restapi.secret', 'abcdefgh'),
    /less than 16 characters/,
  ],
  [
    'an expired key',
    'access/keys',
    async (it) => {
      await run('key create portal --scope users:read --valid-for 1h', it.environment);
      await it.sql(`update api_key set expires_at = now() - interval '1 s'`);
    },
    /portal/,
  ],
  [
    'a room without owner',
    'data/owners',
    async (it) => {
      await run('admin create heidi --generate', it.environment);
      await it.sql(ROOM);
    },
    /orphan@conference/,
  ],
  [
    'a member who is gone',
    'data/references',
    sql(
      `insert into room_affiliation (room_id, jid, affiliation) select id, 'gone@example.org', 'member' from room`,
    ),
    /gone@example\.org/,
  ],
];

it.each(FAULTS)('finds and mends %s (%s)', async (_, code, seed, sentence) => {
  await seed(world);
  const found = await world.finding(code);
  expect(['fault', 'warning']).toContain(found.level);
  expect(found.sentence).toMatch(sentence);
  await world.paste(found.remedy!);
  const mended = await world.finding(code);
  expect({ ...mended, sentence: '' }).toEqual({
    code,
    sentence: '',
    remedy: null,
    level: expect.stringMatching(/ok|skipped/) as string,
  });
});

it('finds and mends what is no setting in the configuration file', async () => {
  const file = join(world.folder, 'chat-admin.conf');
  await writeFile(file, 'LOG_LEVEL=warn\nAPI_PROT=1\n');
  world.environment['CHAT_ADMIN_CONFIG'] = file;
  const found = async () =>
    (await world.findings()).find(({ code }) => code === 'program/unknown-settings')!;
  const { level, sentence, remedy } = await found();
  expect({ level, sentence }).toEqual({
    level: 'fault',
    sentence: 'API_PROT: there is no such setting; did you mean API_PORT?',
  });
  await world.paste(remedy!);
  expect((await found()).level).toBe('ok');
  expect(await readFile(file, 'utf8')).toBe('LOG_LEVEL=warn\n');
});

describe('what cannot be mended by pasting alone', () => {
  it.each([
    ['another token', setting('CHAT_SERVER_TOKEN_FILE', ''), 'settings'],
    ['no chat server', setting('CHAT_SERVER_URL', 'http://127.0.0.1:1'), 'shell'],
  ])('%s', async (_, seed, where) => {
    await seed(world);
    world.environment['CHAT_SERVER_TOKEN'] = 'another-token-that-is-long';
    delete world.environment['CHAT_SERVER_TOKEN_FILE'];
    const { level, remedy } = await world.finding('chat-server/bridge');
    expect({ level, where: remedy?.where }).toEqual({ level: 'fault', where });
    expect((await world.finding('chat-server/database')).level).toBe('skipped');
  });

  it('searches that see ASCII alone', async () => {
    await world.superuser(
      `update pg_database set datctype = 'C' where datname = current_database()`,
    );
    const { level, sentence, remedy } = await world.finding('database/letters');
    expect({ level, sentence, where: remedy?.where }).toEqual({
      level: 'warning',
      sentence:
        'Searches find ASCII letters and digits only, since the LC_CTYPE of the database is C',
      where: 'shell',
    });
    expect(remedy!.text).toMatch(
      /createdb .*--lc-ctype=C\.UTF-8 (\w+_letters)\npg_dump .* \| pg_restore .*--dbname=\1\n/,
    );
  });

  it('an audit log that somebody has changed', async () => {
    const seals = () => world.finding('data/audit-seals');
    await world.superuser(`
      insert into audit_entry (username, occurred_at, summary, node, details)
      values ('u', now(), 'sealed', 'n', 'd')`);
    await world.superuser('select seal_audit(1000000, 10000)');
    expect((await seals()).level).toBe('ok');
    await world.superuser(`update audit_entry set node = 'x' where summary = 'sealed'`);
    const { level, sentence, remedy } = await seals();
    expect(level).toBe('fault');
    expect(sentence).toMatch(/^The audit log is broken: seal \d+: one of the entries /);
    expect(remedy?.text).toContain('audit verify');
    await world.superuser(`update audit_entry set node = 'n' where summary = 'sealed'`);
  });

  it('a chat server of another database', async () => {
    world.health = { node: 'chat-2' };
    const { level, sentence } = await world.finding('chat-server/database');
    expect(level).toBe('fault');
    expect(sentence).toContain('attached to this one is chat-1');
  });

  it('chat servers that say where they are', async () => {
    const { CHAT_SERVER_URL } = world.environment;
    delete world.environment['CHAT_SERVER_URL'];
    const bridge = async () => {
      const { level, sentence, remedy } = await world.finding('chat-server/bridge');
      return [level, sentence, remedy?.where];
    };
    expect(await bridge()).toEqual(['skipped', 'There is no chat server', undefined]);
    const at = (address: string) =>
      world.superuser(`insert into engine_node
        (node, kind, version, address, state, joined_at, renewed_at)
        values ('chat-1', 'prosody', '0.12.3', '${address}', 'active', now(), now())
        on conflict (node) do update set address = excluded.address`);
    await at('http://8.8.8.8:5280');
    expect(await bridge()).toEqual([
      'fault',
      'The chat server cannot be used: A chat server says that it is at "8.8.8.8": it is not called, for that is not in CHAT_SERVER_NETWORKS',
      'settings',
    ]);
    await at(CHAT_SERVER_URL!);
    expect((await bridge())[0]).toBe('ok');
    await world.superuser('delete from engine_node');
  });

  it('several chat servers, of which none waits, or one that is not listed', async () => {
    const standby = async () => {
      const { level, sentence } = await world.finding('chat-server/standby');
      return [level, sentence];
    };
    expect((await standby())[0]).toBe('skipped');
    await world.superuser(`insert into engine_node
      (node, kind, version, address, state, joined_at, renewed_at)
      values ('chat-2', 'prosody', '0.12.3', 'https://chat-2:5281', 'waiting', now(), now())`);
    expect(await standby()).toEqual([
      'warning',
      'CHAT_SERVER_URL lacks chat servers that wait: https://chat-2:5281',
    ]);
    const { CHAT_SERVER_URL } = world.environment;
    delete world.environment['CHAT_SERVER_URL'];
    expect(await standby()).toEqual(['ok', 'Waits to take over: chat-2']);
    world.environment['CHAT_SERVER_URL'] = `${CHAT_SERVER_URL},https://chat-2:5281`;
    expect(await standby()).toEqual(['ok', 'Waits to take over: chat-2']);
    const port = await freePort();
    await world.superuser(`update engine_node set address = 'http://127.0.0.1:${port}'`);
    expect(await world.finding('chat-server/reachable-by-address')).toMatchObject({
      level: 'warning',
      sentence:
        'Chat servers that do not answer from here at their chat_bridge_address: chat-2 (ECONNREFUSED)',
    });
    delete world.environment['CHAT_SERVER_URL'];
    for (const host of ['127.0.0.1', 'localhost']) {
      await world.superuser(`update engine_node set address = 'http://${host}:${port}'`);
      world.environment['CHAT_SERVER_NETWORKS'] = '192.0.2.0/24';
      expect(await world.finding('chat-server/reachable-by-address')).toMatchObject({
        level: 'warning',
        sentence:
          'Chat servers that do not answer from here at their chat_bridge_address: chat-2 (outside CHAT_SERVER_NETWORKS)',
        remedy: {
          where: 'settings',
          text: expect.stringMatching(/^CHAT_SERVER_NETWORKS=/) as string,
        },
      });
    }
    delete world.environment['CHAT_SERVER_NETWORKS'];
    world.environment['CHAT_SERVER_URL'] = `${CHAT_SERVER_URL},https://chat-2:5281`;
    await world.superuser('delete from engine_node');
    expect(await standby()).toEqual([
      'warning',
      'CHAT_SERVER_URL names several chat servers, and none waits to take over',
    ]);
  });

  it('chat servers that keep uploaded files apart', async () => {
    const answers = ['{"storage":"one"}', '{"storage":"one"}'];
    for (const [index] of answers.entries()) {
      const server = createHttp((asked, response) => {
        const allowed = asked.url === '/bridge/files/storage' && asked.headers.authorization;
        response.writeHead(allowed ? 200 : 404, { 'content-type': 'application/json' });
        response.end(answers[index]);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      taken.push(server);
      const { port } = server.address() as AddressInfo;
      await world.superuser(`insert into engine_node
        (node, kind, version, address, state, joined_at, renewed_at)
        values ('chat-${index}', 'prosody', '0.12.3', 'http://127.0.0.1:${port}', 'waiting', now(), now())`);
    }
    const files = async () => {
      const { level, sentence } = await world.finding('chat-server/files');
      return [level, sentence];
    };
    expect(await files()).toEqual(['ok', 'All 2 chat servers keep uploaded files in one place']);
    const apart =
      'Chat servers keep uploaded files apart, so those of one are missing while another one serves: chat-0, chat-1';
    for (const answer of ['{"storage":"two"}', '{}']) {
      answers[1] = answer;
      expect(await files()).toEqual(['warning', apart]);
    }
    answers[0] = '{}';
    expect(await files()).toEqual(['skipped', 'The chat servers take no files']);
    answers[1] = 'x';
    expect(await files()).toEqual([
      'skipped',
      'Chat servers do not say where they keep files: chat-1',
    ]);
    await world.superuser('delete from engine_node');
  });

  it('chat servers with the certificate of the domain, whatever their address', async () => {
    const [key, cert] = ['key', 'crt'].map((end) => join(world.folder, `bridge.${end}`));
    const words = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${TEST_DOMAIN} -addext subjectAltName=DNS:${TEST_DOMAIN}`;
    const files = ['-keyout', key!, '-out', cert!];
    execFileSync('openssl', [...words.split(' '), ...files], { stdio: 'pipe' });
    const pair = { key: await readFile(key!), cert: await readFile(cert!) };
    const server = createHttps(pair, (_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    taken.push(server);
    const { port } = server.address() as AddressInfo;
    await world.superuser(`insert into engine_node
      (node, kind, version, address, state, joined_at, renewed_at)
      values ('chat-2', 'prosody', '0.12.3', 'https://127.0.0.1:${port}', 'waiting', now(), now())`);
    const sentence = async () => (await world.finding('chat-server/reachable-by-address')).sentence;
    globalAgent.options.ca = pair.cert;
    try {
      expect(await sentence()).toContain('chat-2 (ERR_TLS_CERT_ALTNAME_INVALID)');
      delete world.environment['CHAT_SERVER_URL'];
      expect(await sentence()).toBe('All 1 chat servers answer from here');
    } finally {
      delete globalAgent.options.ca;
      await world.superuser('delete from engine_node');
    }
  });

  it.each<[what: string, open: () => Promise<number>, encrypted: boolean, why: string]>([
    ['a port for clients that is closed here', freePort, false, 'ECONNREFUSED'],
    ['one with TLS', freePort, true, 'ECONNREFUSED'],
    ['one that says nothing here', silentPort, false, 'no answer in time'],
  ])('%s tells nothing of its certificate', async (_, open, encrypted, why) => {
    const port = await open();
    const kind = encrypted ? 'bosh' : 'c2s';
    world.health = { listeners: [{ kind, encrypted, accepting: true, port }] };
    expect(await world.finding('chat-server/certificate')).toEqual({
      code: 'chat-server/certificate',
      level: 'warning',
      sentence: `Nothing answers from here at 127.0.0.1:${port}, where the chat server lets clients in (${why}): its certificate was not examined`,
      remedy: null,
    });
  });

  it('another version of the chat server', async () => {
    world.health = { version: '0.11.9' };
    expect((await world.finding('chat-server/version')).level).toBe('warning');
  });

  it('other modules of the chat server', async () => {
    world.health = { modules: ['chat_bridge', 'bookmarks'] };
    expect((await world.finding('chat-server/modules')).level).toBe('fault');
    world.health = { modules: undefined, stock_expiry: undefined };
    expect((await world.finding('chat-server/modules')).level).toBe('skipped');
    expect((await world.finding('chat-server/file-expiry')).level).toBe('skipped');
    world.health = { stock_expiry: ['upload.example.org'] };
    expect((await world.finding('chat-server/file-expiry')).level).toBe('warning');
  });

  it('Redis, a user service and a provider that are away', async () => {
    world.environment['API_OIDC_ISSUER'] = 'http://127.0.0.1:1';
    world.environment['API_OIDC_AUDIENCE'] = 'urn:chat';
    world.environment['REDIS_URL'] = 'redis://:hunter2hunter2@127.0.0.1:1';
    world.environment['LEGACY_URL'] = 'http://127.0.0.1:1';
    const { code, out } = await run('doctor', world.environment);
    expect(code).toBe(1);
    expect(out).toMatch(/^fault +cluster\/redis /m);
    expect(out).toMatch(/^fault +user-service\/forwarding /m);
    expect(out).toMatch(/^fault +access\/issuer .*127.0.0.1:1 does not answer: /m);
    expect(out).not.toContain('hunter2');
  });

  it.each(['nonsense', 'postgres://somebody:hun/ter2@127.0.0.1/chat'])(
    'an address that cannot be read: what needs it is skipped',
    async (url) => {
      world.environment['DATABASE_URL'] = url;
      const findings = await world.findings();
      const faults = findings.filter(({ level }) => level === 'fault');
      expect(faults.map(({ code }) => code)).toEqual(['program/settings']);
      expect(JSON.stringify(findings)).not.toContain('ter2');
    },
  );

  it('a database that is away: what needs it is skipped', async () => {
    world.environment['DATABASE_URL'] = 'postgres://somebody:hunter2@127.0.0.1:1/chat';
    const { code, out, err } = await run('doctor', world.environment);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^fault +database\/reachable .*ECONNREFUSED/m);
    expect(out).toMatch(/^skipped +data\/owners /m);
    expect(out).not.toContain('hunter2');
  });
});

const isSoak = process.env['SOAK_SUITES'] === '1';
const faults = SEEDED_FAULTS.filter(({ isQuick }) => isSoak || isQuick);
const rooted = needsRoot(describe, 'A machine with accounts') as typeof describe;

rooted('on a machine with the package', () => {
  let machine: InstalledMachine;
  beforeAll(async () => {
    machine = await InstalledMachine.on(world);
  });
  beforeEach(() => machine.reset());
  afterAll(() => machine.close());

  it('finds nothing after the installation', async () => {
    const findings = await machine.findings();
    const bad = findings.filter(({ level }) => level === 'fault' || level === 'warning');
    const ofDatabase = /^(database|access|data)\/(?!reachable|domain)/;
    const others = bad.filter(({ code }) => !OF_MACHINE.includes(code) && !ofDatabase.test(code));
    expect(others).toEqual([]);
    const of = (wanted: string) => findings.find(({ code }) => code === wanted)?.sentence;
    expect(of('program/service')).toBe('chat-admin.service runs');
    expect(of('program/files')).toContain('can read');
    expect(of('chat-server/certificate')).toMatch(/ is for example\.org and expires on /);
  });

  it.each(faults.map((one) => [one.what, one] as const))(
    'finds %s, and says what mends it',
    async (_, { seed, code, sentence, remedy }) => {
      await seed(machine);
      const [found] = await machine.findings([code]);
      expect(['fault', 'warning']).toContain(found!.level);
      expect(found!.sentence).toMatch(sentence);
      expect([found!.remedy?.where, found!.remedy?.text]).toEqual([
        'shell',
        expect.stringMatching(remedy),
      ]);
      await machine.shell(found!.remedy!.text);
      const left = await machine.findings([code, 'program/service', 'program/settings']);
      const notOk = left.filter(({ level }) => level === 'fault' || level === 'warning');
      expect(notOk).toEqual([]);
    },
  );
});
