import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';
import { createDataSource } from './data-source.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await testDatabase();
  dataSource = await createDataSource({ url: database.url }).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const query = async (sql: string) => (await poolOf(dataSource).query(sql)).rows;

/** What TypeORM would change to make a database match the declared tables. */
async function drift(source: DataSource): Promise<readonly string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  return upQueries.map((one) => one.query);
}

it('the database matches the declared tables', async () => {
  expect(await drift(dataSource)).toEqual([]);
});

it('every table is declared, except those used only in SQL', async () => {
  const tables = await query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const declared = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  expect(tables.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([
    'departed_account',
    'departed_file',
    'installation',
    'schema_migration',
    'schema_object',
    'schema_state',
  ]);
});

it.each([
  ['a column that is not declared', 'alter table room add extra text', 'extra'],
  ['a column that is missing', 'alter table account drop email', 'email'],
  ['another type', 'alter table audit_entry alter occurred_at type date', 'occurred_at'],
  ['another default', 'alter table room alter max_users set default 30', 'max_users'],
  ['a null that is not declared', 'alter table vcard alter xml drop not null', 'xml'],
  ['another collation', 'alter table vcard alter username type text collate "default"', 'username'],
  ['a missing index', 'drop index roster_item_jid_idx', 'roster_item_jid_idx'],
  [
    'a missing check',
    'alter table room drop constraint room_allow_pm_check',
    'room_allow_pm_check',
  ],
  [
    'a missing foreign key',
    'alter table lockout drop constraint lockout_account_fk',
    'lockout_account_fk',
  ],
])('detects %s', async (_, change, name) => {
  const seeded = await testDatabase();
  const other = await createDataSource({ url: seeded.url, poolSize: 2 }).initialize();
  await poolOf(other).query(change);
  expect((await drift(other)).join()).toContain(name);
  await other.destroy();
  await seeded.drop();
});
