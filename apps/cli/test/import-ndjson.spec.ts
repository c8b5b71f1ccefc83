import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseElement, writeElement } from '@chat-admin/codecs/xml/element';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { run } from './support/command-world.js';
import { NASTY } from './support/nasty-people.js';

/** Beside the people. */
const ROWS = String.raw`
  insert into lockout (username, locked_at, reason, author, starts_at, ends_at, began) values
    ('kim', '2026-01-01Z', 'a "b"', 'admin', '2026-01-02Z', '2036-01-01Z', true),
    ('жук', '2026-01-01Z', null, null, '2036-01-02Z', null, false);
  insert into user_group (name, description, shared, visibility, visible_to, display_name) values
    ('crew', '', true, 'groups', '{crew}', 'The "crew"'), ('Zoo, \ {}', null, true, null, '{}', null),
    ('empty', E'\\ \n', false, null, '{}', null);
  insert into group_member values ('crew', 'kim@example.org', true), ('crew', 'b@x.example', false),
    ('crew', 'a@x.example', false), ('Zoo, \ {}', 'corp.example', false), ('Zoo, \ {}', 'bob\40corp.example@example.org', true);
  insert into chat_service (name, description, hidden, history_max_number) values ('tea', 'T', true, 0);
  update chat_service set description = 'C', history_max_number = 7 where name = 'conference';
  insert into room (service, name, natural_name, description, password, subject, creation_date, modification_date, max_users,
      persistent, public_room, members_only, moderated, log_enabled, allow_pm, broadcast_presence_roles) values
    ('conference', 'den', E'D\n', '', 'p "w"', 'S', '2026-01-04Z', '2026-01-05Z', 30, true, true, true, true, true, 'none', '{moderator,visitor}'),
    ('tea', 'den', null, null, null, null, '2026-01-04T00:00:00.5Z', '2026-01-05Z', 0, false, false, false, false, false, 'anyone', '{}');
  insert into room_affiliation select id, 'kim@example.org', 'owner', 'K' from room;
  insert into room_affiliation select id, 'a@x.example', 'outcast', null from room where service = 'tea';
  insert into room_group_affiliation select id, 'Zoo, \ {}', 'admin' from room where service = 'tea';
  insert into room_message (id, room_id, sent_at, nickname, sender, body, stanza, sender_shown) overriding system value
    select 5000000000 + row_number() over (order by service), id, '2026-01-06T00:00:00.123Z', 'K', 'kim@example.org/r', E'tab\t😀', '<message/>', service = 'tea' from room;
  insert into room_message (room_id, type, subject) select id, 'groupchat', '' from room where service = 'tea';
  insert into audit_entry (log_id, username, occurred_at, summary, node, details) overriding system value
    values (7000000000, 'admin', '2026-01-07Z', 's', 'n', E'd\n');`;

let folder: string;
let databases: TestDatabase[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-import-'));
  databases = [];
});
afterEach(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
});

async function filled(sql: string): Promise<TestDatabase> {
  const made = await testDatabase();
  databases.push(made);
  const target = await Target.open({ url: made.url, engineUrl: null });
  await makeStores(target);
  if (sql !== '') await target.query(sql);
  await target.close();
  return made;
}

const on = ({ url }: TestDatabase, words: string) =>
  run(`${words} --progress none`, { DATABASE_URL: url, API_SCRAM_ITERATIONS: '4096' });
const out = (name: string) => join(folder, name);

async function rowsOf(name: string): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const file of (await readdir(out(name))).sort()) {
    const [, ...rows] = (await readFile(join(out(name), file), 'utf8')).trimEnd().split('\n');
    found[file.replace('.ndjson', '')] = rows;
  }
  return found;
}

async function asked<Row extends object>({ url }: TestDatabase, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
}

/** What others know of groups and log-ins, with the audit log. */
const counts = (database: TestDatabase) =>
  asked(
    database,
    `select (select count(*)::int from account) as users, (select count(*)::int from shared_group) as shared,
       (select count(*)::int from lockout where not began) as awaited, (select count(*)::int from audit_entry) as entries`,
  );

it('export, import, export is equal, and the import stands in the audit log', async () => {
  const old = await filled(NASTY + ROWS);
  expect((await on(old, `export ndjson --out ${out('first')}`)).code).toBe(0);
  const fresh = await filled('');
  const read = await on(fresh, `import ndjson --json --source ${out('first')}`);
  expect(read.err).toBe('');
  const kinds = {
    ...{ properties: 5, users: 8, roles: 0, lockouts: 2, groups: 3, services: 2, rooms: 2 },
    ...{ messages: 3, audit: 1 },
  };
  expect(JSON.parse(read.out)).toEqual({ source: out('first'), read: kinds, dryRun: false });
  expect((await on(fresh, `export ndjson --out ${out('second')}`)).code).toBe(0);
  const [first, second] = [await rowsOf('first'), await rowsOf('second')];
  const [entry, own] = second['audit']!.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect({ ...second, audit: second['audit']!.slice(0, 1) }).toEqual(first);
  expect(entry).toMatchObject({ logId: 7_000_000_000 });
  expect(own).toMatchObject({
    ...{ logId: 7_000_000_001, username: 'command line', summary: 'import ndjson' },
    details:
      'object=/import; outcome=200; properties=5; users=8; roles=0; lockouts=2; groups=3; services=2; rooms=2; messages=3; audit=1',
  });
  expect(await counts(fresh)).toEqual([{ users: 8, shared: 2, awaited: 1, entries: 3 }]);
  const off = `select from pg_trigger where tgenabled <> 'O' and not tgisinternal`;
  expect(await asked(fresh, off)).toEqual([]);
  const [next] = await asked<{ id: string }>(
    fresh,
    `insert into room_message (room_id) select id from room limit 1 returning id`,
  );
  expect(Number(next!.id)).toBe(5_000_000_003);
});

it('kinds alone, tried before', async () => {
  const old = await filled(NASTY + ROWS);
  await on(old, `export ndjson --out ${out('rows')}`);
  const fresh = await filled('');
  const tried = await on(fresh, `import ndjson --dry-run --source ${out('rows')}`);
  expect(tried).toMatchObject({ code: 0, err: '' });
  expect(tried.out).toContain('nothing was stored');
  const given = `select pg_sequence_last_value('audit_entry_log_id_seq')::int as last`;
  expect(await asked(fresh, given)).toEqual([{ last: null }]);
  expect(await counts(fresh)).toEqual([{ users: 0, shared: 0, awaited: 0, entries: 0 }]);
  expect((await on(fresh, `import ndjson --only groups,users --source ${out('rows')}`)).code).toBe(
    0,
  );
  expect(await counts(fresh)).toEqual([{ users: 8, shared: 2, awaited: 0, entries: 1 }]);
  const again = await on(fresh, `import ndjson --only users --source ${out('rows')}`);
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('There are users here already');
  expect((await on(fresh, `import ndjson --only lockouts --source ${out('rows')}`)).code).toBe(0);
});

/** What there is beside people, groups and rooms. */
const HOUSE_OF_ONE = `
  insert into system_property (key, value, changed_at, changed_by) values
    ('admin.authorizedJIDs', 'kim@example.org', '2026-01-01Z', 'boss'), ('greeting', '', null, null), ('my.token', 'of the house', null, null)
    on conflict (key) do update set value = excluded.value;
  insert into api_key (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, digest)
    values ('7hq2m9xk4d', 'portal', '{users:read}', '{10.0.0.0/8}', 60, '2026-01-01Z', 'boss', sha256('token'));
  insert into webhook (url, types, status, maker_id, maker_name, maker_kind, maker_scopes, secret, created_by, reached)
    values ('https://hooks.example/in', '{user.created}', 'active', 'm', 'boss', 'secret', '{*}', 'whsec_c2VjcmV0', 'boss', 0);`;

const HOUSE = `insert into account_role values ('nokeys', 'help-desk'); ${HOUSE_OF_ONE}`;

const TABLES = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace space on space.oid = relnamespace
  where nspname in ('public', 'prosody') and relkind in ('r', 'p') and not relispartition order by 1`;

/** What may differ, with the words of the page that say so. */
const DIFFERING: Readonly<Record<string, string>> = {
  'public.api_key': 'API keys and webhooks have to be made again',
  'public.webhook': 'API keys and webhooks have to be made again',
  'public.audit_entry': 'the audit log has an entry of each import',
  'public.event_outbox': 'events tell what the import did',
  'public.roster': 'clients fetch their contacts anew',
  'public.shared_group': 'clients fetch their contacts anew',
};
/** Numbers of rows and of changes. */
const NUMBERS = ['id', 'room_id', 'archive_id', 'sort_id', 'version'];

/** @returns rows by table, of those who have an account; what is XML or JSON with its spelling made one */
async function content(database: TestDatabase): Promise<Readonly<Record<string, string[]>>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await asked<{ name: string }>(database, TABLES)) {
    const rows = await asked<{ row: Record<string, unknown> }>(
      database,
      `select to_jsonb(one) - array['${NUMBERS.join("','")}'] as row from ${name} one`,
    );
    const kept = rows.filter(
      ({ row }) => row['user'] !== 'gone' && row['host'] !== 'other.example',
    );
    found[name] = kept.map(({ row }) => JSON.stringify(spelt(row))).sort();
  }
  return found;
}

function json(text: string): unknown {
  return text.startsWith('{"') ? JSON.parse(text) : null;
}

function spelt(value: unknown): unknown {
  if (typeof value === 'string') {
    const xml = parseElement(value);
    if (xml !== null) return writeElement(xml).replace(" xmlns='jabber:client'", '');
    const stored = json(value);
    return stored === null ? value : spelt(stored);
  }
  if (Array.isArray(value)) return value.map(spelt);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    // an element inherits its namespace; the chat server numbers what waits, and notes when it blocked somebody first
    .filter(([name]) => !['xmlns', 'created'].includes(name))
    .filter(([name]) => !(name === 'key' && 'store' in value && value.store === 'offline'))
    // an empty name of a contact is none
    .map(([name, member]) => [name, name === 'nickname' && member === '' ? null : spelt(member)])
    .sort(([one], [other]) => ((one as string) < (other as string) ? -1 : 1));
  return Object.fromEntries(members);
}

it('a whole house, read into an empty one, differs in nothing but what the page says', async () => {
  const old = await filled(NASTY + ROWS + HOUSE);
  const before = await content(old);
  await on(old, `export ndjson --with-secrets --out ${out('rows')}`);
  await on(old, `export xep-0227 --single-file --out ${out('people')}`);
  const fresh = await filled('');
  expect((await on(fresh, `import ndjson --source ${out('rows')}`)).code).toBe(0);
  const source = `--source ${out('people')} --report ${out('report')} --except accounts --with-archive`;
  expect((await on(fresh, `import xep-0227 copy ${source}`)).code).toBe(3);
  expect((await run('import xep-0227 finish', { DATABASE_URL: fresh.url })).code).toBe(0);
  const after = await content(fresh);
  const without = (all: Readonly<Record<string, string[]>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !(name in DIFFERING)));
  expect(without(after)).toEqual(without(before));
  const page = await readFile(new URL('../../../docs/moving-out.md', import.meta.url), 'utf8');
  for (const words of Object.values(DIFFERING)) expect(page).toContain(words);
});

it('secrets are in no file unless asked for; those of keys and webhooks never are', async () => {
  const old = await filled(HOUSE_OF_ONE);
  await on(old, `export ndjson --out ${out('open')}`);
  await on(old, `export ndjson --with-secrets --out ${out('all')}`);
  const [open, all] = [await rowsOf('open'), await rowsOf('all')];
  expect(Object.keys(all).filter((kind) => !(kind in open))).toEqual(['secrets']);
  expect(all['properties']!.join()).not.toContain('of the house');
  expect(all['secrets']!.join()).toContain('of the house');
  expect(JSON.parse(all['keys']![0]!)).toEqual({
    ...{ id: '7hq2m9xk4d', name: 'portal', scopes: ['users:read'], rateLimit: 60 },
    ...{ allowedAddresses: ['10.0.0.0/8'], created: '2026-01-01T00:00:00.000+00:00' },
    createdBy: 'boss',
  });
  expect(all['webhooks']!.join()).toMatch(/"url":"https:..hooks.example.in"/);
  expect(all['webhooks']!.join()).not.toContain('whsec');
  const refused = await on(old, `export ndjson --only secrets --out ${out('x')}`);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('secrets is none of') });
  const fresh = await filled('');
  const unread = await on(fresh, `import ndjson --only keys --source ${out('all')}`);
  expect(unread).toMatchObject({ code: 2, err: expect.stringContaining('keys is none of') });
});

const HEAD =
  '{"format":"chat-admin","version":1,"domain":"example.org","exported_at":"2026-01-01T00:00:00Z"}';
const KEYS =
  '{"mechanism":"SCRAM-SHA-1","iterations":4096,"salt":"AQI=","storedKey":"c2VjcmV0","serverKey":"c2VjcmV0"}';
const ANN = '{"username":"ann","created":"2026-01-01T00:00:00Z","properties":[],"keys":[]}';

const AUDIT = '{"logId":1,"username":"a","timestamp":0,"summary":"s","node":"n","details":"d"}';

it.each<[string, string, readonly (string | Buffer)[], string]>([
  ['no head', 'users', [ANN], 'users.ndjson: the first line is no head of "export ndjson"'],
  ['nothing', 'users', [], 'users.ndjson: the first line is no head of "export ndjson"'],
  ['a later version', 'users', [HEAD.replace(':1', ':2')], 'users.ndjson: version 2 is not known'],
  ['another domain', 'users', [HEAD.replace('example', 'other')], 'of the domain "other.org"'],
  ['no JSON', 'users', [HEAD, ANN, '{"username":'], 'users.ndjson:3: it is no JSON object'],
  ['a list', 'users', [HEAD, '[]'], 'users.ndjson:2: it is no JSON object'],
  ['no UTF-8', 'users', [HEAD, Buffer.from([0x22, 0xff])], 'users.ndjson:2: it is not UTF-8'],
  [
    'a member',
    'users',
    [HEAD, '{"password":"x"}'],
    'users.ndjson:2: the member "password" is not known',
  ],
  [
    'a name',
    'users',
    [HEAD, ANN.replace('ann', 'Ann')],
    'users.ndjson:2: username is none that is stored',
  ],
  ['twice', 'users', [HEAD, ANN, ANN], 'users.ndjson:3: Key (username)=(ann) already exists.'],
  [
    'a date',
    'users',
    [HEAD, ANN.replace('2026-01-01T00', 'x')],
    'users.ndjson:2: a value is of the wrong form',
  ],
  [
    'half a key',
    'users',
    [HEAD, ANN.replace('[]}', `[${KEYS.replace(',"salt":"AQI="', '')}]}`)],
    'users.ndjson:2: new row for relation "account_credential" violates check constraint "account_credential_sha1_check"',
  ],
  [
    'a stranger',
    'lockouts',
    [HEAD, '{"username":"eve","created":"2026-01-01","from":"2026-01-01"}'],
    'lockouts.ndjson:2: Key (username)=(eve) is not present in table "account".',
  ],
  ['no name', 'groups', [HEAD, '{"shared":false}'], 'groups.ndjson:2: name is missing'],
  [
    'a member of a group',
    'groups',
    [HEAD, '{"name":"g","shared":false,"members":["a b@c"]}'],
    'groups.ndjson:2: "a b@c" is no bare JID that is stored',
  ],
  [
    'no room',
    'messages',
    [
      HEAD,
      '{"id":1,"servicename":"x","room":"y","sent":"2026-01-01","type":"groupchat","senderShown":false}',
    ],
    'messages.ndjson:2: null value in column "room_id"',
  ],
  [
    'a long name',
    'groups',
    [HEAD, JSON.stringify({ name: randomBytes(20_000).toString('hex'), shared: false })],
    'groups.ndjson:2: a value is too long or too deep',
  ],
  [
    'a deep value',
    'users',
    [HEAD, ANN.replace('[]', '['.repeat(20_000) + ']'.repeat(20_000))],
    'users.ndjson:2: a value is too long or too deep',
  ],
  ['no id', 'audit', [HEAD, AUDIT.replace('1', '-5')], 'audit.ndjson:2: logId is no id'],
  [
    'an id that is not exact',
    'audit',
    [HEAD, AUDIT.replace('1', '9007199254740993')],
    'audit.ndjson:2: logId is no id',
  ],
  ['no id of a message', 'messages', [HEAD, '{"id":0}'], 'messages.ndjson:2: id is no id'],
])('%s is refused by its line, and nothing is stored', async (_, kind, lines, message) => {
  const parts = lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]);
  await writeFile(out(`${kind}.ndjson`), Buffer.concat(parts));
  const fresh = await filled('');
  const refused = await on(fresh, `import ndjson --source ${folder}`);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(message);
  expect(refused.err).not.toContain('c2VjcmV0');
  expect(await counts(fresh)).toEqual([{ users: 0, shared: 0, awaited: 0, entries: 0 }]);
});

it('of a property that is there twice, the later line counts', async () => {
  const line = (value: string) => JSON.stringify({ key: 'greeting', value });
  await writeFile(out('properties.ndjson'), [HEAD, line('first'), line('last'), ''].join('\n'));
  const fresh = await filled('');
  expect((await on(fresh, `import ndjson --source ${folder}`)).code).toBe(0);
  expect(await asked(fresh, `select value from system_property where key = 'greeting'`)).toEqual([
    { value: 'last' },
  ]);
});

it('refuses a folder without rows, what is missing, and a database in use', async () => {
  const fresh = await filled('');
  const cases: readonly [string, RegExp][] = [
    [`--source ${folder}`, /holds none of properties\.ndjson/],
    [`--source ${folder} --only users`, /users\.ndjson cannot be read \(ENOENT\)/],
    [`--source ${folder} --only things`, /things is none of properties/],
    ['', /required option '--source <dir>'/],
  ];
  for (const [words, message] of cases) {
    const refused = await on(fresh, `import ndjson ${words}`);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(message);
  }
  const service = new pg.Client({
    ...{ connectionString: fresh.url, application_name: 'chat-admin serve' },
  });
  await service.connect();
  const refused = await on(fresh, `import ndjson --source ${folder}`);
  await service.end();
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Stop the services') });
});
