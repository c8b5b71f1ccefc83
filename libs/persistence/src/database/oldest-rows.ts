import type { Statement } from './current-transaction.js';

/** The first key of the advisory locks; the second one tells tables apart. */
const LOCK = 486_217;

export type MessageTable = 'room_message' | 'archived_message';

/** Whether this transaction alone deletes old messages from the table. */
export const deletesAlone = (table: MessageTable): string =>
  `(select pg_try_advisory_xact_lock(${LOCK}, hashtext('${table}')))`;

const KINDS = { room_message: 'room', archived_message: 'chat' } as const;

/**
 * Deletes what is older than $1 days, at most $2 rows, the oldest first. Deletes nothing where rules decide, or while another
 * instance deletes from the table, and passes over rows that somebody has locked, so it waits for nobody.
 * @param table with columns `id` and `sent_at`, and an index on them
 */
export function oldestRows(table: MessageTable): Statement {
  return {
    name: `forget-${table}`,
    text: `
      delete from ${table} where id = any (array(
        select id from ${table}
        where sent_at < now() - make_interval(days => $1::integer)
          and not exists (select from retention_rule where kind = '${KINDS[table]}')
          and ${deletesAlone(table)}
        order by sent_at, id
        limit $2
        for update skip locked))`,
  };
}
