import type { QueryRunner } from 'typeorm';

/** Of `deadlock_timeout`, after which PostgreSQL looks for a deadlock of whoever waits. */
const SHARE = 0.8;

/**
 * Locks tables against everybody, in the transaction of the runner, before anything in them is
 * changed. Whoever waits for one of them may hold another that is still to come; since all are there
 * before PostgreSQL looks for deadlocks, or none, no request is ever ended by one. Those that do not
 * exist are left out.
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
    select current_setting('lock_timeout') as patience,
           (select setting::integer from pg_settings where name = 'deadlock_timeout') as timeout`)) as [
    { patience: string; timeout: number },
  ];
  const end = performance.now() + settings.timeout * SHARE;
  for (const { name } of existing) {
    const left = Math.max(1, Math.floor(end - performance.now()));
    await runner.query(`set local lock_timeout = ${left}; lock table ${name}`);
  }
  await runner.query(`set local lock_timeout = '${settings.patience}'`);
}
