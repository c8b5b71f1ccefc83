import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** So few that nobody who changes one of them waits for long: an index or two and the events cost each row half a millisecond. */
const AT_ONCE = 1_000;
const PAUSE_MS = 100;

/**
 * Gives ids to the rows that have none while others write, in a migration with `transaction =
 * false`. Rows that somebody changes just now are passed over, and looked for again. An interrupted
 * call is continued by the next one.
 * @param key column of the primary key
 */
export async function fillIds(
  runner: QueryRunner,
  table: 'account' | 'user_group',
  key: string,
): Promise<void> {
  for (;;) {
    for (let after: string | null = ''; after !== null;) {
      after = await fillSome(runner, table, key, after);
    }
    const [left] = (await runner.query(
      `select exists (select from ${table} where id is null) as some`,
    )) as { some: boolean }[];
    if (!left!.some) return;
    await pause(PAUSE_MS);
  }
}

/** @returns the last key, `null` when there are no more */
async function fillSome(
  runner: QueryRunner,
  table: string,
  key: string,
  after: string,
): Promise<string | null> {
  await runner.startTransaction();
  try {
    const [batch] = (await runner.query(
      `with batch as (
         select ctid as place, ${key} as key from ${table} where id is null and ${key} > $1
         order by ${key} limit ${AT_ONCE}
         for no key update skip locked
       ), filled as (
         -- by their places, since a join would read the whole table for each batch
         update ${table} set id = gen_random_uuid()
         where ctid = any (array(select place from batch))
       )
       select max(key) as last from batch`,
      [after],
    )) as { last: string | null }[];
    // triggers of a former release take an id for a change that subscribers are told of
    await runner.query(`delete from event_outbox where xid = txid_current()`);
    await runner.commitTransaction();
    return batch!.last;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined); // the connection may be lost
    throw error;
  }
}
