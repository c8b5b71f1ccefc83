import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { jest } from '@jest/globals';
import pg from 'pg';
import { BATCH_ROWS, Snapshot } from '../src/database/snapshot.js';
import { exportXep0227 } from '../src/xep0227/export-xep0227.js';

const PEOPLE = 450;
const LINES = 1_000;

let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portable-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into account (username) select 'user' || n from generate_series(1, ${PEOPLE}) n;
    insert into message_archive (username) values ('user1');
    insert into archived_message (archive_id, contact, received, stanza)
      select id, 'x@other.example', true, '<message><body>' || n || '</body></message>'
      from message_archive, generate_series(1, ${LINES}) n;`);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

it('one state, however long it is read, of which few rows are held', async () => {
  const snapshot = await Snapshot.open({ url: database.url, engineUrl: null });
  await client.query(`delete from account where username <> 'user1'; delete from archived_message`);
  const asked = jest.spyOn(pg.Client.prototype, 'query');
  const out = join(folder, 'out');
  let advanced = 0;
  const users = await exportXep0227(snapshot, out, {
    ...{
      usernames: null,
      withoutCredentials: false,
      withShared: false,
      singleFile: true,
      filePerUser: false,
    },
    onLoss: ({ text }) => {
      throw new Error(text);
    },
    advance: () => void (advanced += 1),
    written: async () => undefined,
  });
  await snapshot.close();
  expect([users, advanced]).toEqual([PEOPLE, PEOPLE]);
  const text = await readFile(join(out, 'index.xml'), 'utf8');
  expect(text.match(/<user /g)).toHaveLength(PEOPLE);
  expect(text.match(/<result /g)).toHaveLength(LINES);
  const results = await Promise.all(
    asked.mock.results.map(({ value }) => value as unknown as Promise<pg.QueryResult>),
  );
  const held = results.map(({ rows }) => rows.length);
  expect(Math.max(...held)).toBe(BATCH_ROWS);
  expect(held.length).toBeLessThan((PEOPLE + LINES) / BATCH_ROWS + 40);
});
