import { randomInt } from 'node:crypto';
import type { DatabaseServers } from './database-servers.js';
import { ServerClient } from './server-client.js';

const TIMEOUT_MS = 5_000;
const LARGEST_KEY = 2 ** 31 - 1;

const lock = 'select pg_advisory_xact_lock($1::integer, $2::integer)';
const seen = `
  select exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $1::integer and objid = $2::integer and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
  ) as "isSeen"`;

/** Whether two addresses lead to one database: a lock that is taken over one is seen over the other. */
export async function sameDatabase(one: DatabaseServers, other: DatabaseServers): Promise<boolean> {
  const keys = [randomInt(LARGEST_KEY), randomInt(LARGEST_KEY)];
  const [holder, witness] = [clientOf(one), clientOf(other)];
  try {
    await holder.connect();
    await witness.connect();
    await holder.query('begin');
    await holder.query(lock, keys);
    const { rows } = await witness.query<{ isSeen: boolean }>(seen, keys);
    await holder.query('rollback');
    return rows[0]!.isSeen;
  } finally {
    await Promise.all([holder, witness].map((client) => client.end().catch(() => undefined)));
  }
}

function clientOf(servers: DatabaseServers): ServerClient {
  const client = new ServerClient({
    servers,
    application_name: 'chat-admin compares addresses',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  return client;
}
