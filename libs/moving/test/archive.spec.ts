import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import type { Kind } from '../src/rows.js';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { abandonImport } from '../src/passes/end-import.js';
import { USUAL_KINDS } from '../src/passes/import-settings.js';
import { Target } from '../src/target/target.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

const ARCHIVED = `
  select username, contact, received, stanza, extract(epoch from sent_at) * 1000 as at
  from archived_message line join message_archive archive on archive.id = archive_id
  order by username, sent_at, line.id`;

let world: MovingWorld;
let source: TestDatabase;

const there = async (sql: string): Promise<void> => {
  const client = new pg.Client(source.url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

beforeEach(async () => {
  [world, source] = await Promise.all([movingWorld('corp.example'), emptyDatabase()]);
  await there(openfire(SCHEMAS.at(-1)!).postgres());
});
afterEach(() => Promise.all([world.close(), source.drop()]));

it('leaves conversations between two people out unless they are asked for', async () => {
  const kinds = new Set<Kind>(USUAL_KINDS);
  const { counts } = await pass(world, source.url, null, { kinds });
  expect(counts).toMatchObject({ 'table-dropped': expect.any(Number) });
  expect(await world.query(ARCHIVED)).toEqual([]);
});

it('moves each into the archives of those who have an account here', async () => {
  const { results, counts } = await pass(world, source.url, null);
  expect(results.get('archive')).toMatchObject({ moved: 6, lost: 5, changed: 6 });
  expect(counts).toMatchObject({ 'archive-of-room': 2, 'jid-invalid': expect.any(Number) });
  const rows = await world.query(ARCHIVED);
  const shown = rows.map(({ username, contact, received, stanza }) => [
    ...[username, contact, received, /<body>(.*)<\/body>/.exec(stanza)?.[1]],
  ]);
  expect(shown).toEqual([
    ['alice', 'bob@corp.example', false, 'hi'],
    ['alice', 'bob@corp.example', true, 'hello'],
    ['alice', 'carol@other.example', false, 'abroad'],
    ['alice', 'alice@corp.example', false, 'to myself'],
    ['alice', 'bob@corp.example', false, 'cut'],
    ['bob', 'alice@corp.example', true, 'hi'],
    ['bob', 'alice@corp.example', false, 'hello'],
    ['bob', 'alice@corp.example', true, 'cut'],
    ['bob', 'ghost@corp.example', true, 'of who is gone'],
  ]);
  expect(rows[0]).toMatchObject({
    at: '1700000100001.000000',
    stanza: `<message from='alice@corp.example/desk' to='bob@corp.example' type='chat'><body>hi</body></message>`,
  });
  expect(rows[1]!['stanza']).toBe(
    `<message from='bob@corp.example/desk' to='alice@corp.example/phone' type='chat' id='a2'><body>hello</body></message>`,
  );
  expect(await verified(world, source.url, null)).toEqual([]);
});

it('adds what has come since, once', async () => {
  await pass(world, source.url, null);
  await there(`insert into ofmessagearchive (messageid, conversationid, fromjid, fromjidresource, tojid, sentdate, body)
    values (20, 1, 'bob@corp.example', 'desk', 'alice@corp.example', 1700000200000, 'later')`);
  const { results } = await pass(world, source.url, null);
  expect(results.get('archive')).toMatchObject({ changed: 1 });
  expect(await world.query(ARCHIVED)).toHaveLength(11);
  expect(await verified(world, source.url, null)).toEqual([]);
});

it('is missed by verify where one is gone, and changed where one differs', async () => {
  await pass(world, source.url, null);
  await world.query(
    `update archived_message set stanza = '<message/>' where stanza like '%abroad%'`,
  );
  await world.query(`delete from archived_message where stanza like '%of who is gone%'`);
  const found = await verified(world, source.url, null);
  expect(found.map(({ kind, name, field }) => `${kind} ${name}: ${field}`)).toEqual([
    'archive alice: its messages',
    'archive alice: its first messages',
    'archive alice: its last messages',
    'archive bob: 4 messages, here 3',
    'archive bob: its first messages',
    'archive bob: its last messages',
  ]);
});

it('is removed by abandon, and what was here before stays', async () => {
  await world.query(`
    insert into account (username) values ('alice');
    with made as (insert into message_archive (username) values ('alice') returning id)
    insert into archived_message (archive_id, contact, received, stanza)
    select id, 'x@corp.example', true, '<message/>' from made`);
  await pass(world, source.url, null, { onConflict: 'keep' });
  expect(await verified(world, source.url, null)).toEqual([]);
  const target = await Target.open({ url: world.url, engineUrl: null });
  await abandonImport(target).finally(() => target.close());
  expect(await world.query(ARCHIVED)).toMatchObject([{ contact: 'x@corp.example' }]);
});
