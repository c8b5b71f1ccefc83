import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { run } from './support/command-world.js';
import { NASTY } from './support/nasty-people.js';

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await filled(NASTY);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A database with the chat server's tables. */
async function filled(sql: string): Promise<TestDatabase> {
  const made = await testDatabase();
  const target = await Target.open({ url: made.url, engineUrl: null });
  await makeStores(target);
  await target.query(sql);
  await target.close();
  return made;
}

const of = ({ url }: TestDatabase) => ({ DATABASE_URL: url, API_SCRAM_ITERATIONS: '4096' });
const exported = (words: string, environment = of(database)) =>
  run(`export xep-0227 --progress none ${words}`, environment);
const out = (name: string) => join(folder, name);

/** Names and contents of all files below. */
async function contents(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(path, { recursive: true })).sort()) {
    const file = join(path, name);
    if ((await stat(file)).isFile()) found[name] = await readFile(file, 'utf8');
  }
  return found;
}

const imported = async (source: string, other: TestDatabase) => {
  for (const action of ['copy', 'verify', 'finish']) {
    const more =
      action === 'finish'
        ? ''
        : ` --source ${source} --report ${out('report')} --progress none --on-conflict replace --with-archive`;
    const done = await run(`import xep-0227 ${action}${more}`, of(other));
    expect(done).toMatchObject({ code: action === 'copy' ? expect.any(Number) : 0, err: '' });
  }
  return (await readFile(out('report'), 'utf8')).trim();
};

it.each(['', ' --single-file'])(
  'export, import into an empty database, export is equal%s',
  async (form) => {
    const first = await exported(`--out ${out('first')}${form}`);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain(`Written to ${out('first')}`);
    const other = await filled('');
    try {
      await imported(out('first'), other);
      expect(await exported(`--out ${out('second')}${form}`, of(other))).toMatchObject({ code: 0 });
      const before = await contents(out('first'));
      const after = await contents(out('second'));
      expect(Object.keys(after)).toEqual(Object.keys(before));
      for (const [name, text] of Object.entries(before)) {
        expect([name, withoutIds(after[name]!)]).toEqual([name, withoutIds(text)]);
      }
    } finally {
      await other.drop();
    }
  },
);

/** Names that are none, and what each archive counts for itself. */
const withoutIds = (text: string) =>
  text.replaceAll(" name=''", '').replaceAll(/(<result [^>]*)id='\d+'/g, '$1');

it('a user alone, in a document of its own; without credentials; all of it stands in the audit log', async () => {
  const one = `--user kim --single-file --without-credentials --json --out ${out('one')}`;
  const done = await exported(one);
  expect(JSON.parse(done.out)).toEqual({ out: out('one'), written: { users: 1 }, losses: 0 });
  const { 'index.xml': text } = await contents(out('one'));
  expect(text!.match(/<user /g)).toHaveLength(1);
  expect(text).not.toMatch(/scram|password/);
  expect((await stat(out('one'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(out('one'), 'index.xml'))).mode & 0o777).toBe(0o600);
  const { rows } = await client.query('select username, summary, details from audit_entry');
  const summary = 'export xep-0227 --without-credentials';
  const details = 'object=/export; outcome=200; users=kim; rows=1';
  expect(rows).toEqual([{ username: 'command line', summary, details }]);
});

it('a document per user, named as Prosody looks for them; names that no file can have are said', async () => {
  const long = 'k'.repeat(300);
  await client.query('insert into account (username) values ($1)', [long]);
  const done = await exported(`--file-per-user --user kim ${long} --out ${out('each')}`);
  expect(done).toMatchObject({
    code: 3,
    err: expect.stringContaining('too long for that of a file'),
  });
  const files = await contents(out('each'));
  const [cut] = Object.keys(files).filter((name) => name !== 'kim@example.org.xml');
  expect(cut).toMatch(/^k+-[0-9a-f]{16}\.xml$/);
  await exported(`--single-file --user kim --out ${out('one')}`);
  expect(files['kim@example.org.xml']).toBe((await contents(out('one')))['index.xml']);
  expect(files[cut!]).toContain(`<user name='${long}'>`);
});

it('rosters have contacts of shared groups when asked for', async () => {
  await client.query(`
    insert into user_group (name, shared) values ('crew', true);
    insert into group_member values ('crew', 'kim@example.org', false), ('crew', 'nokeys@example.org', false);`);
  await exported(`--single-file --out ${out('stored')}`);
  await exported(`--single-file --with-shared --out ${out('seen')}`);
  const item = `<item jid='nokeys@example.org' name='nokeys' subscription='both'><group>crew</group></item>`;
  expect((await contents(out('stored')))['index.xml']).not.toContain(item);
  expect((await contents(out('seen')))['index.xml']).toContain(item);
});

it('what cannot be written as XML is said, and the rest is there', async () => {
  await client.query(`
    insert into vcard (username, xml) values ('nokeys', '<vCard>');
    insert into roster_request values ('nokeys', 'x@other.example', 'broken & <');`);
  const done = await exported(`--single-file --out ${out('some')}`);
  expect(done.code).toBe(3);
  expect(done.err).toBe(
    'nokeys: presence x@other.example: it is not well-formed, and left out\n' +
      'nokeys: vCard: it is not well-formed, and left out\n',
  );
  expect((await contents(out('some')))['index.xml']).toContain(`<user name='nokeys'></user>`);
});

it('refuses before anything is written', async () => {
  await mkdir(out('full'));
  await writeFile(join(out('full'), 'mine'), '');
  await writeFile(out('file'), '');
  const cases: [string, RegExp][] = [
    [`--out ${out('full')}`, /is there already, and not empty/],
    [`--out ${out('file')}`, /is there already/],
    [`--out ${out('none/below')}`, /cannot be made \(ENOENT\)/],
    [`--out ${out('a')} --user kim nobody nothing`, /There is no user nobody, nothing\./],
    [`--out ${out('a')} --progress loud`, /loud is none of/],
    [`--out ${out('a')} --engine-database postgres://a:b@c/d`, /passwords are no arguments/],
    ['', /required option '--out <dir>'/],
    [`--out ${out('a')} --single-file --file-per-user`, /exclude each other/],
  ];
  for (const [words, message] of cases) {
    const done = await exported(words);
    expect(done).toMatchObject({ code: 2, out: '' });
    expect(done.err).toMatch(message);
  }
  expect((await readdir(folder)).sort()).toEqual(['file', 'full']);
  expect((await client.query('select from audit_entry')).rowCount).toBe(0);
});

it('tables of the chat server that may not be read are named; its role reads the same state', async () => {
  const refused = await exported(`--out ${out('a')}`, {
    ...of(database),
    DATABASE_URL: database.appUrl,
  });
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('--engine-database');
  const whole = await run(
    `export xep-0227 --progress none --out ${out('b')} --engine-database ${withoutPassword(database.url)}`,
    { ...of(database), DATABASE_URL: database.appUrl },
  );
  expect(whole).toMatchObject({ code: 0, err: '' });
  await exported(`--out ${out('c')}`);
  expect(await contents(out('b'))).toEqual(await contents(out('c')));
});

it('rows of all kinds as lines of JSON, in a stable order, as the API writes them', async () => {
  await client.query(`
    insert into lockout (username, locked_at, reason, author, starts_at, ends_at)
      values ('kim', '2026-01-01Z', 'a "b"', 'admin', '2026-01-02Z', '2030-01-01Z');
    insert into user_group (name, description, shared, visibility, visible_to, display_name)
      values ('crew', '', true, 'groups', '{crew}', 'The "crew"');
    insert into group_member values ('crew', 'kim@example.org', true), ('crew', 'b@x.example', false), ('crew', 'a@x.example', false);
    insert into room (service, name, natural_name, creation_date, modification_date, broadcast_presence_roles)
      values ('conference', 'den', E'D\\n', '2026-01-04Z', '2026-01-05Z', '{moderator,visitor}');
    insert into room_affiliation select id, 'kim@example.org', 'owner', 'K' from room;
    insert into room_message (room_id, sent_at, nickname, sender, body, stanza)
      select id, '2026-01-06T00:00:00.123Z', 'K', 'kim@example.org/r', E'tab\\t😀', '<message/>' from room;
    insert into audit_entry (username, occurred_at, summary, node, details) values ('admin', '2026-01-07Z', 's', 'n', 'd');`);
  const write = (name: string) =>
    run(`export ndjson --progress none --json --out ${out(name)}`, of(database));
  const first = await write('first');
  const written = {
    properties: 5,
    users: 8,
    roles: 0,
    lockouts: 1,
    groups: 1,
    services: 1,
    rooms: 1,
    messages: 1,
    audit: 1,
    keys: 0,
    webhooks: 0,
  };
  expect(first.err).toBe('');
  expect(JSON.parse(first.out)).toEqual({ out: out('first'), written, losses: 0 });
  const files = await contents(out('first'));
  const rows = (kind: string) =>
    files[`${kind}.ndjson`]!.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(Object.keys(files).sort()).toEqual(
    Object.keys(written)
      .map((kind) => `${kind}.ndjson`)
      .sort(),
  );
  for (const kind of Object.keys(written)) {
    const [head] = rows(kind);
    const domain = 'example.org';
    expect(head).toEqual({
      format: 'chat-admin',
      version: 1,
      domain,
      exported_at: expect.any(String),
    });
  }
  const users = rows('users').slice(1);
  expect(users.map(({ username }) => username)).toEqual(
    [...users.map(({ username }) => username)].sort(),
  );
  expect(users.find(({ username }) => username === 'kim')).toEqual({
    ...{ username: 'kim', name: `Kim "K" <&'>`, email: 'kim@example.org' },
    ...{ properties: [{ key: 'desk', value: '' }], created: expect.any(String) },
    keys: [expect.objectContaining({ mechanism: 'SCRAM-SHA-1', iterations: 4096, salt: 'AQI=' })],
  });
  expect(rows('groups')[1]).toEqual({
    ...{ name: 'crew', description: '', shared: true, admins: ['kim@example.org'] },
    ...{ members: ['a@x.example', 'b@x.example'], visibility: 'groups', visibleTo: ['crew'] },
    displayName: 'The "crew"',
  });
  expect(rows('rooms')[1]).toMatchObject({
    ...{
      servicename: 'conference',
      roomName: 'den',
      naturalName: 'D\n',
      owners: ['kim@example.org'],
    },
    nicknames: [{ jid: 'kim@example.org', nickname: 'K' }],
  });
  expect(rows('messages')[1]).toMatchObject({
    room: 'den',
    sent: '2026-01-06T00:00:00.123+00:00',
    body: 'tab\t😀',
  });
  expect(rows('lockouts')[1]).toMatchObject({
    username: 'kim',
    until: '2030-01-01T00:00:00.000+00:00',
  });
  await client.query(`delete from audit_entry where summary = 'export ndjson'`);
  expect((await write('second')).code).toBe(0);
  const again = await contents(out('second'));
  const rest = (text: string) => text.slice(text.indexOf('\n'));
  for (const [name, text] of Object.entries(files)) expect(rest(again[name]!)).toBe(rest(text));
  const wrong = await run(`export ndjson --only users,things --out ${out('x')}`, of(database));
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining('things is none of properties'),
  });
  expect((await run(`export ndjson --only audit --out ${out('x')}`, of(database))).code).toBe(0);
  expect(await readdir(out('x'))).toEqual(['audit.ndjson']);
});

it('what was changed since, by name, as long as events are kept', async () => {
  await client.query(`
    update account set name = 'K' where username = 'kim';
    update account set name = 'Kim' where username = 'kim';
    update account_credential set sha1_stored_key = substr(sha256('x'), 1, 20) where username = 'kim';
    delete from roster_item where owner = 'kim' and jid = '100%@example.org';`);
  const changes = (since: string, name: string) =>
    run(`export changes --progress none --since ${since} --out ${out(name)}`, of(database));
  const done = await changes('2026-01-01', 'all');
  expect(done).toMatchObject({ code: 0, err: '' });
  const [head, ...lines] = (await contents(out('all')))['changes.ndjson']!.trim().split('\n');
  expect(JSON.parse(head!)).toMatchObject({ format: 'chat-admin', domain: 'example.org' });
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toContainEqual({
    ...{ object: '/users/kim', type: 'user.updated', times: 2, by: [expect.any(String)] },
    ...{ first: expect.any(String), last: expect.any(String) },
  });
  const told = rows.map(({ type, object }) => `${String(type)} ${String(object)}`);
  expect(told).toEqual(
    expect.arrayContaining([
      'user.created /users/nokeys',
      'user.password_changed /users/kim',
      'roster.updated /users/kim/roster',
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain('Kim');
  expect((await changes('2099-01-01T00:00:00Z', 'none')).out).toContain('changes: 0');
  await client.query(`
    update event_state set last_id = 9;
    insert into event (id, type, occurred_at, actor, source, object, columns, added, removed, more)
      values (9, 'user.updated', '2026-02-01Z', 'a', 'api', '/users/kim', '{}', '{}', '{}', 0)`);
  for (const [since, message] of [
    ['2026-01-01', 'of the changes, those since 2026-02-01T00:00:00.000Z are kept'],
    ['soon', '--since: soon is no date'],
  ] as const) {
    expect(await changes(since, 'refused')).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining(message) },
    });
  }
});

const withoutPassword = (url: string) => {
  const address = new URL(url);
  process.env['PGPASSWORD'] = decodeURIComponent(address.password);
  address.password = '';
  return address.href;
};
