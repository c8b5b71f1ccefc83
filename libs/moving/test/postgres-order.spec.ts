import { jest } from '@jest/globals';
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

describe('Long rows after many short ones', () => {
  const SHORT = 2_500;
  const MIB = 1024 * 1024;
  /** Letters of what each statement gives. */
  let answers: number[];
  beforeEach(async () => {
    await client.query(
      `delete from pair where n > ${SHORT}; update pair set a = 'short', b = lpad(n::text, 6, '0')`,
    );
    answers = [];
    const { query } = pg.Client.prototype;
    jest.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...words: unknown[]
    ) {
      const answer: { rows?: readonly object[] } = await Reflect.apply(query, this, words);
      answers.push(lettersOf(answer.rows ?? []));
      return answer;
    } as never);
  });
  afterEach(() => jest.restoreAllMocks());

  const lettersOf = (rows: readonly object[]) =>
    rows
      .flatMap((row): unknown[] => Object.values(row))
      .reduce((sum: number, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
  const longest = (lengths: readonly number[]) => lengths.reduce((a, b) => Math.max(a, b), 0);
  const added = (rows: number, text: string) =>
    client.query(
      `insert into pair select ${text}, lpad(n::text, 6, '0'), n from generate_series(${SHORT} + 1, ${SHORT} + ${rows}) n`,
    );
  const batchesOf = async (table: string) => {
    const batches: (readonly Cells[])[] = [];
    const tables = await PostgresTables.open({ connectionString: database.url });
    for await (const batch of tables.readSorted(table, ['b', 'a', 'n'], 1)!) batches.push(batch);
    await tables.close();
    return batches;
  };

  it.each([
    { rows: 40, letters: MIB / 2, most: 2 * MIB },
    { rows: 3, letters: 16 * MIB, most: 16 * MIB },
    { rows: 1_000, letters: 20_000, most: 2 * MIB },
    // the longest that come with their rows
    { rows: 2_000, letters: 8 * 1024, most: 16 * MIB },
  ])('come in parts: $rows of $letters letters', async ({ rows, letters, most }) => {
    await added(rows, `repeat('x', ${letters})`);
    const batches = await batchesOf('pair');
    const found = batches.flat();
    expect(found.map(([b]) => b)).toEqual(
      Array.from({ length: SHORT + rows }, (_, n) => `${n + 1}`.padStart(6, '0')),
    );
    const wrong = found.filter(
      ([b, a, n]) => Number(b) !== Number(n) || a!.length !== (Number(n) > SHORT ? letters : 5),
    );
    expect(wrong).toEqual([]);
    // other cells of the rows are short
    const around = 150_000;
    expect(longest(answers)).toBeLessThan(most + around);
    expect(longest(batches.map(lettersOf))).toBeLessThan(most + around);
    expect(answers.length).toBeLessThan(60);
  });

  it('have the texts that they have, of any letters', async () => {
    await added(9, `repeat(case n % 3 when 0 then 'ä' when 1 then '\\' else '😀' end, 3000)`);
    await client.query(`update pair set a = null where n % 3 = 0 and n <= ${SHORT}`);
    const found = (await batchesOf('pair')).flat();
    for (const [, a, n] of found) {
      const letter = ['ä', '\\', '😀'][Number(n) % 3]!;
      const short = Number(n) % 3 === 0 ? null : 'short';
      expect([n, a]).toEqual([n, Number(n) > SHORT ? letter.repeat(3000) : short]);
    }
  });

  it('are those of the moment when reading began', async () => {
    await added(40, `repeat('x', ${MIB / 2})`);
    const tables = await PostgresTables.open({ connectionString: database.url });
    const lengths = new Set<number>();
    for await (const batch of tables.readSorted('pair', ['b', 'a'], 1)!) {
      if (lengths.size === 0) {
        await client.query(`update pair set a = 'later'; delete from pair where n % 2 = 0`);
        await client.query('vacuum pair');
      }
      for (const [, a] of batch) lengths.add(a!.length);
    }
    await tables.close();
    expect([...lengths]).toEqual([5, MIB / 2]);
  });

  it('of a view, which have no place, come whole', async () => {
    await added(3, `repeat('x', ${MIB})`);
    await client.query('create view seen as select * from pair');
    const found = (await batchesOf('seen')).flat();
    await client.query('drop view seen');
    expect(found.slice(SHORT).map(([, a]) => a!.length)).toEqual([MIB, MIB, MIB]);
  });

  it('have their parts with them', async () => {
    await added(5, `repeat('x', ${MIB})`);
    await client.query(`create table part (n int, x text)`);
    await client.query(
      `insert into part select n, 'of ' || n from pair; insert into part values (0, 'alone')`,
    );
    const tables = await PostgresTables.open({ connectionString: database.url });
    const parts = { table: 'part', by: 'n', columns: ['n', 'x'] };
    const [alone, ...found] = await all(tables.readJoined('pair', ['b', 'a', 'n'], 1, parts)!);
    await tables.close();
    await client.query('drop table part');
    expect(alone).toEqual([null, null, null, '[["0", "alone"]]']);
    expect(found).toHaveLength(SHORT + 5);
    for (const [, a, n, list] of found) {
      expect([n, a!.length]).toEqual([n, Number(n) > SHORT ? MIB : 5]);
      expect(JSON.parse(list!)).toEqual([[n, `of ${n}`]]);
    }
    expect(longest(answers)).toBeLessThan(2 * MIB + 300_000);
  });
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
