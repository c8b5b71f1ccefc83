import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createDataSource } from '../schema/data-source.js';
import { migrations } from '../schema/migrations/migrations.js';
import { prepareDatabase } from '../schema/prepare-database.js';
import { sqlFiles } from '../schema/sql-files.js';

export interface TestDatabase {
  readonly url: string;
  /** as the role of the services, which may not change the schema */
  readonly appUrl: string;
  /** Drops the database; connections that remain after a second are terminated. */
  drop(): Promise<void>;
}

export const TEST_DOMAIN = 'example.org';
export const TEST_SECRET = 'secret-of-the-tests';

/** One template per schema, because a server may outlive the run. */
const TEMPLATE = `chat_template_${createHash('sha256')
  .update([...migrations, ...sqlFiles().map(({ sha256 }) => sha256)].join())
  .digest('hex')
  .slice(0, 16)}`;
const TEMPLATE_LOCK = 4_862_177_331;
const LONGEST_END_MS = 1_000;
/** admitted as the services by the template; outlives the databases */
const APP_ROLE = 'chat_admin_services';

/**
 * A separate database for one suite: migrated, and filled like a fresh one of {@link TEST_DOMAIN},
 * without accounts. Cloned in milliseconds from a template created by the first caller.
 * @param serverUrl superuser's address of a test server; default: the variable TEST_POSTGRES_URL
 */
export function testDatabase(serverUrl = testServerUrl()): Promise<TestDatabase> {
  return onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount === 0) await makeTemplate(client, serverUrl);
    return create(client, serverUrl, TEMPLATE);
  });
}

/** A copy of a database to which nobody is connected. */
export function copyOf({ url }: TestDatabase, serverUrl = testServerUrl()): Promise<TestDatabase> {
  const template = new URL(url).pathname.slice(1);
  return onServer(serverUrl, (client) =>
    create(client, serverUrl, `${template} strategy file_copy`),
  );
}

/** An empty database. */
export function emptyDatabase(serverUrl = testServerUrl()): Promise<TestDatabase> {
  return onServer(serverUrl, async (client) =>
    create(client, serverUrl, await blank(client, serverUrl)),
  );
}

function testServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: the test run has started no PostgreSQL');
  return url;
}

async function create(
  client: pg.Client,
  serverUrl: string,
  template: string,
): Promise<TestDatabase> {
  const name = `chat_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name} template ${template}`);
  return {
    url: urlOf(serverUrl, name),
    appUrl: asAppRole(urlOf(serverUrl, name)),
    drop: () =>
      onServer(serverUrl, async (other) => {
        await left(other, name);
        await other.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** With the letters of the server's own database. */
async function blank(client: pg.Client, serverUrl: string): Promise<string> {
  const { rows } = await client.query<{ ctype: string }>(
    'select quote_literal(datctype) as ctype from pg_database where datname = $1',
    [new URL(serverUrl).pathname.slice(1) || 'postgres'],
  );
  return `template0 lc_ctype ${rows[0]!.ctype}`;
}

/**
 * A pool that has ended may still have connections that end; told of being terminated, it would throw. Whoever does not
 * leave is not waited for long.
 */
async function left(client: pg.Client, database: string): Promise<void> {
  const inside = 'select from pg_stat_activity where datname = $1';
  const end = performance.now() + LONGEST_END_MS;
  while (performance.now() < end) {
    if ((await client.query(inside, [database])).rowCount === 0) return;
    await pause(10);
  }
}

/** Under a temporary name until it is complete, so that a killed run leaves no partial template. */
async function makeTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  const draft = await create(client, serverUrl, await blank(client, serverUrl));
  const dataSource = createDataSource({ url: draft.url, poolSize: 2 });
  await prepareDatabase(dataSource, {
    domain: TEST_DOMAIN,
    configuredDomain: true,
    secret: TEST_SECRET,
    administrator: null,
  });
  await client.query(`
    do $$ begin
      create role ${APP_ROLE} login password '${APP_ROLE}';
    exception when duplicate_object then null;
    end $$`);
  await dataSource.query('select admit_chat_admin($1)', [APP_ROLE]);
  await dataSource.destroy();
  const name = new URL(draft.url).pathname.slice(1);
  await client.query(`alter database ${name} rename to ${TEMPLATE}`);
}

function asAppRole(database: string): string {
  const url = new URL(database);
  url.username = url.password = APP_ROLE;
  return url.href;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(url, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
