import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createApp } from '../../src/app.js';
import { testConfig } from './test-config.js';

const TEMPLATE = 'prepared_template';
const LOCK = 1;
/** admitted as the services by the template; outlives the databases */
const SERVICES = 'services_of_suites';

/** A separate database for a suite. */
export interface TestDatabase {
  readonly url: string;
  /** as the role of the services, which may not change the schema */
  readonly servicesUrl: string;
  /** Runs a statement as the owner and returns its rows. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** @param kind `prepared`: migrated and filled like a fresh one; `empty`: nothing in it */
export async function createTestDatabase(kind: 'prepared' | 'empty'): Promise<TestDatabase> {
  const name = `suite_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    if (kind === 'prepared') await ensureTemplate(client);
    await client.query(
      `create database ${name} template ${kind === 'prepared' ? TEMPLATE : await blank(client)}`,
    );
  });
  const url = addressOf(name);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    servicesUrl: asServices(url),
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    drop: async () => {
      await pool.end();
      await onServer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** The first suite prepares a database, which all others clone. */
async function ensureTemplate(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      TEMPLATE,
    ]);
    if (rowCount) return;
    await client.query(`create database preparing template ${await blank(client)}`);
    const app = await createApp(testConfig({ databaseUrl: addressOf('preparing') }));
    await app.close();
    await admitServices(client);
    await client.query(`alter database preparing rename to ${TEMPLATE}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** With the letters of the server's own database. */
async function blank(client: pg.Client): Promise<string> {
  const own = new URL(process.env['TEST_POSTGRES_URL']!).pathname.slice(1);
  const { rows } = await client.query<{ ctype: string }>(
    'select quote_literal(datctype) as ctype from pg_database where datname = $1',
    [own],
  );
  return `template0 lc_ctype ${rows[0]!.ctype}`;
}

async function admitServices(server: pg.Client): Promise<void> {
  const { rowCount } = await server.query('select from pg_roles where rolname = $1', [SERVICES]);
  if (!rowCount) await server.query(`create role ${SERVICES} login password '${SERVICES}'`);
  const owner = new pg.Client({ connectionString: addressOf('preparing') });
  await owner.connect();
  await owner.query('select admit_chat_admin($1)', [SERVICES]).finally(() => owner.end());
}

function asServices(database: string): string {
  const url = new URL(database);
  url.username = url.password = SERVICES;
  return url.href;
}

function addressOf(database: string): string {
  const url = new URL(process.env['TEST_POSTGRES_URL']!);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: addressOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
