import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { databaseError } from '../database/database-error.js';

/**
 * Of `deadlock_timeout`, after which PostgreSQL looks for a deadlock of whoever waits: how long each
 * attempt may take, and the pause behind it, in which those who waited go on.
 */
const SHARES = [0.1, 0.2, 0.4, 0.8];
const NOT_AVAILABLE = '55P03';

/**
 * Locks tables against everybody, in the transaction of the runner, before anything in them is
 * changed. Whoever waits for one of them may hold another that is still to come; since all are there
 * before PostgreSQL looks for deadlocks, or none, no request is ever ended by one. What could not be
 * had comes first in the next attempt, so that it is asked for in the order of those who write.
 * Those that do not exist are left out.
 * @throws the driver's error 55P03 (lock_not_available): roll back, and try again later
 */
export async function lockTables(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const existing = (await runner.query(
    `select name from unnest($1::text[]) as given (name)
     where to_regclass(name) is not null order by to_regclass(name)::oid`,
    [tables],
  )) as { name: string }[];
  const [settings] = (await runner.query(`
    select current_setting('lock_timeout') as lock_timeout,
           (select setting::integer from pg_settings where name = 'deadlock_timeout') as timeout`)) as [
    { lock_timeout: string; timeout: number },
  ];
  let order = existing.map(({ name }) => name);
  for (const [attempt, share] of SHARES.entries()) {
    const timeMs = settings.timeout * share;
    const taken = await lockAll(runner, order, timeMs);
    if (taken === null) break;
    if (attempt === SHARES.length - 1) throw taken.error;
    order = [taken.name, ...order.filter((name) => name !== taken.name)];
    await pause(timeMs);
  }
  await runner.query(`set local lock_timeout = '${settings.lock_timeout}'`);
}

/** All, or none. @returns the first that could not be had */
async function lockAll(
  runner: QueryRunner,
  tables: readonly string[],
  timeMs: number,
): Promise<{ readonly name: string; readonly error: unknown } | null> {
  const end = performance.now() + timeMs;
  await runner.query('savepoint lock_tables');
  for (const name of tables) {
    const left = Math.max(1, Math.floor(end - performance.now()));
    try {
      await runner.query(`set local lock_timeout = ${left}; lock table ${name}`);
    } catch (error) {
      if (databaseError(error).code !== NOT_AVAILABLE) throw error;
      await runner.query('rollback to savepoint lock_tables');
      return { name, error };
    }
  }
  return null;
}
