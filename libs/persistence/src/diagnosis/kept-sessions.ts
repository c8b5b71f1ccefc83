import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

const PID = 'select pg_backend_pid() as pid';

/**
 * Whether each connection is one session of the server, which notices and prepared statements need. Behind a pooler
 * that lends sessions for a transaction, a second connection gets the session of the first, or pushes it to another.
 */
export async function keepsSessions(dataSource: DataSource): Promise<boolean> {
  const pool = poolOf(dataSource);
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  const pidOf = async (client: typeof first) =>
    (await client.query<{ pid: number }>(PID)).rows[0]!.pid;
  try {
    const before = await pidOf(first);
    await second.query('begin');
    const other = await pidOf(second);
    const after = await pidOf(first);
    await second.query('rollback');
    return before === after && before !== other;
  } finally {
    first.release();
    second.release();
  }
}
