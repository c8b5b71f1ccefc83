import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import fc from 'fast-check';
import pg from 'pg';
import { type Batches, byCells, type Cells } from '../src/sources/cells.js';
import { PostgresTables } from '../src/sources/postgres/postgres-tables.js';

const ROWS = 3_000;
const NASTY = [
  '\u0001',
  ' ',
  'a',
  'A',
  'ß',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\\',
  '%',
  "'",
  '1',
  '2',
];
const OTHER_PLANES = ['\u{10000}', '\u{1f600}', '\u{10fffd}', '\u{10fffe}', '\u{10ffff}'];
const text = fc
  .array(fc.constantFrom(...NASTY, ...OTHER_PLANES), { maxLength: 4 })
  .map((parts) => parts.join(''));
const cell = fc.oneof({ weight: 9, arbitrary: text }, fc.constant(null));
const KEYS = fc.sample(fc.tuple(cell, cell), { numRuns: ROWS, seed: 1 });

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query(
    'create table ofversion (name text); create table pair (a text, b text, n int)',
  );
  await client.query(
    `insert into pair select a, b, n
     from unnest($1::text[], $2::text[]) with ordinality as pairs (a, b, n)`,
    [KEYS.map(([a]) => a), KEYS.map(([, b]) => b)],
  );
});
afterEach(() => client.query('drop table ofversion, pair'));

async function all(batches: Batches): Promise<Cells[]> {
  const rows: Cells[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

it('sorts texts of all planes as they are compared here, and numbers as texts', async () => {
  const tables = await PostgresTables.open({ connectionString: database.url });
  const expected = KEYS.map(([a, b], index): Cells => [a, b, String(index + 1)]);
  const found = await all(tables.readSorted('pair', ['a', 'b', 'n'], 3)!);
  expect(found).toEqual(expected.toSorted(byCells(0, 1, 2)));
  await tables.close();
});

it('brings rows and their parts together, those of no row first', async () => {
  await client.query('create table part (n int, x text)');
  await client.query(
    `insert into part values (1, 'a'), (1, '"'), (3, null), (${ROWS + 1}, 'alone')`,
  );
  const tables = await PostgresTables.open({ connectionString: database.url });
  const parts = { table: 'part', by: 'n', columns: ['n', 'x'] };
  const [alone, ...found] = await all(tables.readJoined('pair', ['a', 'b', 'n'], 3, parts)!);
  await tables.close();
  await client.query('drop table part');
  expect(alone!.slice(0, 3)).toEqual([null, null, null]);
  expect(JSON.parse(alone![3]!)).toEqual([[String(ROWS + 1), 'alone']]);
  expect(found.map((row) => row.slice(0, 3))).toEqual(
    KEYS.map(([a, b], index): Cells => [a, b, String(index + 1)]).toSorted(byCells(0, 1, 2)),
  );
  const listed = found.flatMap(([, , n, list]) => (list === null ? [] : [[n, JSON.parse(list!)]]));
  expect(Object.fromEntries(listed)).toEqual({
    1: [
      ['1', 'a'],
      ['1', '"'],
    ],
    3: [['3', null]],
  });
});

it('reads two tables in turn, and goes on when one is left', async () => {
  const tables = await PostgresTables.open({ connectionString: database.url });
  const [one, two] = ['a', 'b'].map((column) =>
    tables.readSorted('pair', [column], 1)![Symbol.asyncIterator](),
  );
  const first = await one!.next();
  expect((await two!.next()).done).toBe(false);
  await two!.return!();
  let rows = (first.value as readonly Cells[]).length;
  for (;;) {
    const { done, value } = await one!.next();
    if (done) break;
    rows += (value as readonly Cells[]).length;
  }
  expect(rows).toBe(ROWS);
  expect(await tables.count('pair')).toBe(ROWS);
  await tables.close();
});

it.each([
  { length: 10, rows: ROWS, expected: [1, 16, 256, 2000, 727] },
  { length: 100_000, rows: 97, expected: [1, 16, 20, 20, 20, 20] },
])('fetches less rows at once where they are long: $length', async ({ length, rows, expected }) => {
  await client.query(`delete from pair where n > ${rows}`);
  await client.query(`update pair set a = repeat('x', ${length})`);
  const tables = await PostgresTables.open({ connectionString: database.url });
  const fetched: number[] = [];
  for await (const batch of tables.readSorted('pair', ['n', 'a'], 1)!) fetched.push(batch.length);
  await tables.close();
  expect(fetched).toEqual(expected);
});

it('leaves the order to us where bytes are not in that of code points', async () => {
  const name = `latin_${process.pid}`;
  await client.query(`create database ${name} template template0 encoding 'LATIN9' locale 'C'`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const other = new pg.Client({ connectionString: url.href });
  await other.connect();
  await other.query('create table ofversion (name text)');
  await other.end();
  const tables = await PostgresTables.open({ connectionString: url.href });
  expect(tables.readSorted('ofversion', ['name'], 1)).toBeNull();
  await tables.close();
  await client.query(`drop database ${name}`);
});
