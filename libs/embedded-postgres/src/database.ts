import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from './cluster.js';
import { buildFor, lettersHere, setCtype } from './letters.js';
import type { ServerProcess } from './server-process.js';

/** Not listening yet, or listening and still recovering (cannot_connect_now). */
const notYet = new Set(['ECONNREFUSED', 'ECONNRESET', '57P03']);

/**
 * Resolves once a connection succeeds. There is no time limit: crash recovery takes as long as it
 * takes, and the server either becomes ready or ends.
 * @throws with the end of the server's log if the server ends first
 */
export async function untilReady(
  server: ServerProcess,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  let hasEnded = false;
  const mark = () => (hasEnded = true);
  server.ended.then(mark, mark);
  for (;;) {
    signal?.throwIfAborted();
    if (hasEnded) throw await deathReport(server);
    const failure = await query(server.port, password, () => Promise.resolve()).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    if (!failure) return;
    if (!notYet.has(failure.code ?? '') && !hasEnded) throw failure;
    await delay(20);
  }
}

async function deathReport(server: ServerProcess): Promise<Error> {
  const ending = await server.ended;
  const log = (await server.log()).trim().split('\n').slice(-15).join('\n');
  return new Error(
    `PostgreSQL ended immediately (${ending.code ?? ending.signal}). Its log:\n${log}`,
  );
}

/**
 * Creates the database if missing, in UTF8 whatever the encoding of template1, and lets its searches see all letters
 * that this machine knows.
 * @param tell of what takes time, or lacks
 */
export async function ensureDatabase(
  port: number,
  password: string,
  name: string,
  tell: (message: string) => void,
): Promise<void> {
  let ctype = '';
  await query(port, password, async (client) => {
    const letters = await lettersHere(client);
    if (letters.warning !== null) tell(letters.warning);
    ({ ctype } = letters);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount) return setCtype(client, name, ctype);
    const identifier = pg.escapeIdentifier(name);
    await client.query(
      `CREATE DATABASE ${identifier} ENCODING 'UTF8' LC_CTYPE ${pg.escapeLiteral(ctype)} TEMPLATE template0`,
    );
  });
  const url = databaseUrl({ port, role: SUPERUSER, password, database: name });
  await connected(url, (client) => buildFor(ctype, client, tell));
}

async function query(port: number, password: string, work: (client: pg.Client) => Promise<void>) {
  const url = databaseUrl({ port, role: SUPERUSER, password, database: 'postgres' });
  return connected(url, work);
}

export async function connected(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url, ssl: false });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `postgres://…` of a database on this machine */
export function databaseUrl(place: {
  readonly port: number | string;
  readonly role: string;
  readonly password: string;
  readonly database: string;
}): string {
  const [role, password, database] = [place.role, place.password, place.database].map(
    encodeURIComponent,
  );
  return `postgres://${role}:${password}@127.0.0.1:${place.port}/${database}`;
}
