import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { MysqlTables } from '../src/sources/mysql/mysql-tables.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import { targetRows } from '../src/testing/target-rows.js';
import { movingWorld, pass, verified } from './support/school.js';

/** The oldest that is written in another way, and the newest. */
const EDGES = [SCHEMAS[0]!, SCHEMAS.at(-1)!];

const [withMariadb, mariadb] = await suiteWith(
  ...([describe, 'Every nasty row of MariaDB', startTemporaryMariadb] as const),
);

type Rows = Record<string, unknown>;

/** All of it moves, `verify` finds nothing, and a second pass has nothing to do. */
async function movesWhole(address: string): Promise<Rows> {
  const world = await movingWorld('corp.example');
  try {
    const { counts } = await pass(world, address, null);
    expect(counts).toMatchObject({
      'name-twice': expect.any(Number),
      'name-invalid': expect.any(Number),
    });
    expect(await verified(world, address, null)).toEqual([]);
    const again = await pass(world, address, null);
    for (const [kind, { changed, removed, derived }] of again.results) {
      expect([kind, kind === 'offline' ? 0 : changed, removed, derived]).toEqual([kind, 0, 0, 0]);
    }
    const unsettled = await world.query(
      `select conname from pg_constraint where contype in ('f', 'c') and not convalidated`,
    );
    expect(unsettled).toEqual([]);
    return await targetRows(world);
  } finally {
    await world.close();
  }
}

const ofHsqldb = new Map<number, Promise<Rows>>();

/** What the files of HSQLDB become. */
function hsqldbRows(schema: number): Promise<Rows> {
  const rows = ofHsqldb.get(schema) ?? movesFromHsqldb(schema);
  ofHsqldb.set(schema, rows);
  return rows;
}

async function movesFromHsqldb(schema: number): Promise<Rows> {
  const folder = await mkdtemp(join(tmpdir(), 'nasty-'));
  const files = openfire(schema).hsqldb({ engine: '2', log: false, lobs: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  try {
    return await movesWhole(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const isSoak = process.env['SOAK_SUITES'] === '1';
const MOVED = SCHEMAS.filter(
  (schema, place) => isSoak || place % 2 === 0 || EDGES.includes(schema),
);

it.each(MOVED)('schema %d with every nasty row moves, and verifies', async (schema) => {
  const { accounts, lines } = await hsqldbRows(schema);
  expect([accounts, lines]).not.toContainEqual([]);
});

it.each(EDGES)('schema %d moves from PostgreSQL to the same rows', async (schema) => {
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(openfire(schema).postgres());
  await client.end();
  try {
    expect(await movesWhole(database.url)).toEqual(await hsqldbRows(schema));
  } finally {
    await database.drop();
  }
});

withMariadb('Every nasty row of MariaDB', () => {
  afterAll(() => mariadb!.stop());

  it.each(EDGES)('schema %d moves to the same rows', async (schema) => {
    const address = await mariadb!.load(`nasty${schema}`, openfire(schema).mariadb());
    expect(await movesWhole(address)).toEqual(await hsqldbRows(schema));
  });

  it('gives few long rows at once', async () => {
    const address = await mariadb!.load(
      'long',
      `create table ofversion (name text);
       create table note (text mediumtext);
       insert into note select repeat('x', 400000) from seq_1_to_10;`,
    );
    const tables = await MysqlTables.open({ uri: address });
    const lengths: number[] = [];
    for await (const { length } of tables.read('note', ['text'])) lengths.push(length);
    await tables.close();
    expect(lengths).toEqual([3, 3, 3, 1]);
  });
});
