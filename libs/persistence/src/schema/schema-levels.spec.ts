import type { DataSource } from 'typeorm';
import { CurrentTransaction } from '../database/current-transaction.js';
import { ChangeFeed } from '../database/change-feed.js';
import { poolOf } from '../database/pool.js';
import { testDatabase, TEST_DOMAIN } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { createDataSource } from './data-source.js';
import { PendingMigrations } from './migrate.js';
import { migrations } from './migrations/migrations.js';
import { prepareDatabase, usePreparedDatabase } from './prepare-database.js';
import { PROGRAM_VERSION } from './program.js';
import { NewerProgramNeeded } from './schema-state.js';
import { SchemaWatch } from './schema-watch.js';

const OWN = migrations.length;
const expected = { domain: TEST_DOMAIN, configuredDomain: true };
const seed = { ...expected, secret: 'secret', administrator: null };

let database: TestDatabase;
let source: DataSource;

beforeEach(async () => {
  database = await testDatabase();
  source = await createDataSource({ url: database.url, poolSize: 3 }).initialize();
});

afterEach(async () => {
  await source.destroy();
  await database.drop();
});

const rows = async (sql: string) => (await poolOf(source).query(sql)).rows as unknown[];
const become = (level: number, oldest: number, program = '9.8.7') =>
  rows(
    `update schema_state set level = ${level}, oldest_level = ${oldest}, program = '${program}'`,
  );

it('a prepared database is of the level of the program that did it', async () => {
  expect(await rows('select level, program from schema_state')).toEqual([
    { level: OWN, program: PROGRAM_VERSION },
  ]);
});

it('a higher level that lets the program in is used as it is', async () => {
  await become(OWN + 1, OWN);
  await rows(`insert into schema_migration (timestamp, name) values (9, 'FromTheFuture9')`);
  await rows(`update schema_object set sha256 = 'of a newer program'`);
  expect(await prepareDatabase(source, seed)).toEqual({ fresh: false, domain: TEST_DOMAIN });
  expect(await usePreparedDatabase(source, expected)).toBe(TEST_DOMAIN);
  expect(await rows('select distinct sha256 from schema_object')).toHaveLength(1);
  expect(await rows('select level from schema_state')).toEqual([{ level: OWN + 1 }]);
});

it('a higher level that keeps the program out is refused, with the version that is needed', async () => {
  await become(OWN + 2, OWN + 1);
  const refusal = 'The database needs chat-admin 9.8.7 or newer';
  await expect(prepareDatabase(source, seed)).rejects.toThrow(refusal);
  await expect(usePreparedDatabase(source, expected)).rejects.toThrow(NewerProgramNeeded);
});

it('a higher level without a migration of this program is of another line', async () => {
  await become(OWN + 1, OWN);
  await rows('delete from schema_migration where id = (select max(id) from schema_migration)');
  await expect(prepareDatabase(source, seed)).rejects.toThrow('another line of versions (9.8.7)');
});

it('functions of a later version of the same level stay, those of an earlier one do not', async () => {
  await become(OWN, OWN);
  await rows(`update schema_object set sha256 = 'other'`);
  await prepareDatabase(source, seed);
  expect(await usePreparedDatabase(source, expected)).toBe(TEST_DOMAIN);
  expect(await rows('select distinct sha256 from schema_object')).toHaveLength(1);
  await become(OWN, OWN, '0.0.1');
  await prepareDatabase(source, seed);
  expect((await rows('select distinct sha256 from schema_object')).length).toBeGreaterThan(50);
  expect(await rows('select program from schema_state')).toEqual([{ program: PROGRAM_VERSION }]);
});

it('functions that differ are pending, too', async () => {
  await rows(`update schema_object set sha256 = 'other' where file = 'system/service_domain.sql'`);
  const error = await usePreparedDatabase(source, expected).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PendingMigrations);
  expect((error as PendingMigrations).names).toEqual(['sql/system/service_domain.sql']);
  await prepareDatabase(source, seed);
  expect(await usePreparedDatabase(source, expected)).toBe(TEST_DOMAIN);
});

describe('a running program', () => {
  let feed: ChangeFeed;
  let watch: SchemaWatch;
  const newer: string[] = [];
  const told = new Set<() => void>();
  beforeEach(async () => {
    newer.length = 0;
    feed = new ChangeFeed({ url: database.url });
    await feed.start();
    watch = new SchemaWatch(new CurrentTransaction(source), feed, {
      onNewer: ({ program }) => {
        newer.push(program);
        for (const tell of told) tell();
      },
      onError: (error) => {
        throw error;
      },
    });
    await watch.start();
  });
  afterEach(async () => {
    watch.close();
    await feed.close();
  });

  it('warns once of a higher level, and ends when that needs a newer one', async () => {
    const warned = new Promise<void>((resolve) => told.add(resolve));
    await become(OWN + 1, OWN);
    await warned;
    expect(watch.levels).toEqual({ program: OWN, database: OWN + 1 });
    await become(OWN + 2, OWN, '9.9.0');
    await become(OWN + 3, OWN + 1, '9.9.1');
    expect((await watch.outdated).message).toBe('The database needs chat-admin 9.9.1 or newer');
    expect(newer).toEqual(['9.8.7']);
  });
});
