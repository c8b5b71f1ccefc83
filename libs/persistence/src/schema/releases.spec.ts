import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { loginRole } from '../../test/engine.js';
import { emptyDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { catalogueDifferences, readCatalogue } from '../../test/catalogue.js';
import { createDataSource } from './data-source.js';
import { prepareDatabase } from './prepare-database.js';

const releases = new URL('../../releases/', import.meta.url);
/** Called like this by `tools/dump-release.mjs`. */
const DUMPED_ROLE = 'chat_engine_of_the_release';

let role: Awaited<ReturnType<typeof loginRole>>;
const databases: TestDatabase[] = [];

beforeEach(async () => {
  databases.push(await emptyDatabase(), await emptyDatabase());
  role = await loginRole(databases[0]!.url);
});

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  await role.drop();
});

async function connected<T>(
  { url }: TestDatabase,
  work: (query: (sql: string) => Promise<pg.QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

/** Bypasses triggers, so that the rows stay as they were dumped. */
async function load(database: TestDatabase, release: string): Promise<void> {
  for (const part of ['schema.sql.gz', 'data.sql.gz']) {
    const text = gunzipSync(readFileSync(new URL(`${release}/${part}`, releases))).toString();
    await connected(database, (query) =>
      query(`set session_replication_role = replica; ${text.replaceAll(DUMPED_ROLE, role.role)}`),
    );
  }
}

async function prepare({ url }: TestDatabase): Promise<void> {
  const dataSource = createDataSource({ url, poolSize: 1 });
  await prepareDatabase(dataSource, {
    domain: 'chat.example',
    configuredDomain: true,
    secret: 'secret',
    administrator: null,
  });
  await dataSource.destroy();
}

const catalogue = (database: TestDatabase) =>
  connected(database, (query) => readCatalogue(async (sql) => (await query(sql)).rows));

/** Rows of each table, `{ name, rows }`. */
const rowCounts = (database: TestDatabase) =>
  connected(database, async (query) => {
    const tables = await query(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema%'`,
    );
    const counts = tables.rows.map(
      ({ name }) => `select '${name}' as name, count(*)::integer as rows from public.${name}`,
    );
    return (await query(counts.join(' union all '))).rows as { name: string; rows: number }[];
  });

it.each(readdirSync(releases))(
  'an upgraded database of release %s equals a fresh one',
  async (release) => {
    const [old, fresh] = databases as [TestDatabase, TestDatabase];
    await load(old, release);
    const rows = await rowCounts(old);
    expect(rows.filter((table) => table.rows === 0)).toEqual([]);
    await prepare(old);
    await prepare(fresh);
    await connected(fresh, (query) => query(`select admit_chat_engine('${role.role}')`));
    expect(catalogueDifferences(await catalogue(fresh), await catalogue(old))).toEqual([]);
    expect(await rowCounts(old)).toEqual(expect.arrayContaining(rows));
    const nameless = await connected(old, (query) =>
      query(
        `select from account where id is null union all select from user_group where id is null`,
      ),
    );
    expect(nameless.rows).toEqual([]);
    const shared = await connected(old, (query) =>
      query(`select shared, version is not null as versioned
             from user_group left join shared_group on group_name = name where shared`),
    );
    expect(shared.rows).toContainEqual({ shared: true, versioned: true });
    expect(shared.rows).not.toContainEqual({ shared: true, versioned: false });
  },
);
