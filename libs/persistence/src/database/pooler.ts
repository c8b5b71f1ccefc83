import type pg from 'pg';
import { databaseError, isUnknownName } from './database-error.js';
import type { DatabaseServers } from './database-servers.js';
import type { PoolMode } from './pool-mode.js';
import { ServerClient } from './server-client.js';

/** A pooler in transaction mode is found in the first round, unless others use it at that moment. */
const ROUNDS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;

const pid = 'select pg_backend_pid() as pid';
/** Always the same, so that repeated starts leave one statement on the sessions of a pooler. */
const namedPid = { name: 'chat-admin-pooler', text: pid };

/** A pooler that gives each statement another session, so that there are no transactions. */
export class LendsForStatements extends Error {
  constructor() {
    super('leads through a pooler that lends sessions for statements');
  }
}

/**
 * Finds out which pooler is between, if any. A server tells a connection the process id of its session, a pooler
 * invents one. In transaction mode one connection pushes another to a different session. Then both send a named
 * statement while they change places; `servers` remembers when that fails.
 * @throws LendsForStatements
 */
export async function findPooler(servers: DatabaseServers): Promise<PoolMode> {
  const [first, second] = [1, 2].map(() => clientOf(servers)) as [ServerClient, ServerClient];
  try {
    await first.connect();
    if ((await pidOf(first)) === first.toldPid) return 'none';
    await second.connect();
    const moves = await someRound(first, second, pid, ({ before, other, after }) => {
      return before !== after || before === other;
    });
    if (moves) await tryNamed(first, second);
    return moves ? 'transaction' : 'session';
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)));
  }
}

function clientOf(servers: DatabaseServers): ServerClient {
  const client = new ServerClient({
    servers,
    application_name: 'chat-admin looks for a pooler',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  return client;
}

interface Seen {
  readonly before: number;
  readonly other: number;
  readonly after: number;
}

/** @returns whether what was seen in one of the rounds is what is looked for */
async function someRound(
  first: pg.Client,
  second: pg.Client,
  query: Parameters<typeof pidOf>[1],
  isFound: (seen: Seen) => boolean,
): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await pidOf(first, query);
    await second.query('begin').catch(refuseStatementMode);
    try {
      const other = await pidOf(second, query);
      if (isFound({ before, other, after: await pidOf(first, query) })) return true;
    } finally {
      await second.query('rollback');
    }
  }
  return false;
}

/** Fails where a session does not know the names of its statements; then `servers` sends them without. */
async function tryNamed(first: pg.Client, second: pg.Client): Promise<void> {
  await someRound(first, second, namedPid, () => false).catch((error: unknown) => {
    if (!isUnknownName(error)) throw error;
  });
}

async function pidOf(
  client: pg.Client,
  query: string | { readonly name: string; readonly text: string } = pid,
): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]!.pid;
}

function refuseStatementMode(error: unknown): never {
  throw /statement pooling/.test(databaseError(error).message) ? new LendsForStatements() : error;
}
