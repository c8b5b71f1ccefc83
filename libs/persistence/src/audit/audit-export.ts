import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const BATCH_ROWS = 500;

const newest: Statement = {
  name: 'audit-newest',
  text: 'select max(log_id) as newest from audit_entry where log_id > $1',
};

const writers: Statement = {
  name: 'audit-writers',
  text: `
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'audit_entry'::regclass
      and database = (select oid from pg_database where datname = current_database())`,
};

/** The upper bound is outside, so that the index is read in its order whatever the planner knows. */
const page: Statement = {
  name: 'audit-export',
  text: `
    select * from (
      select log_id as "logId", username, occurred_at as timestamp, summary, node, details
      from audit_entry where log_id > $1 order by log_id limit ${BATCH_ROWS}) found
    where "logId" <= $2`,
};

/**
 * The audit log in the order of ids, which transactions give out in another order than they commit.
 *
 * An id that is visible was given out after all lower ones, and who inserts locks the table first and until its
 * transaction ends. So once all that held that lock after the id was seen have ended, no lower id can appear. Comparing
 * `pg_snapshot_xmin` with `xmin` would miss those that have an id but no transaction number yet, and wait for every
 * long transaction on the server.
 */
export class AuditExport {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly waitMs = 50,
  ) {}

  /**
   * Entries with ids above `since` up to the newest, once nobody can add one between them; ends early when `stop` is
   * aborted.
   */
  async *entries(
    since: number,
    stop: AbortSignal,
  ): AsyncGenerator<readonly LoggedEntry[], void, undefined> {
    const end = await this.newest(since, stop);
    if (end === null) return;
    for (let last = since; last < end && !stop.aborted;) {
      const { rows: entries } = await this.db.runAlone<LoggedEntry>(page, [last, end]);
      if (entries.length === 0) return;
      yield entries;
      last = entries.at(-1)!.logId;
    }
  }

  /**
   * The newest id above `since`, once nobody can add one below it; `null`: there is none, or `stop` was first.
   */
  async newest(since: number, stop: AbortSignal): Promise<number | null> {
    const { rows } = await this.db.runAlone<{ readonly newest: number | null }>(newest, [since]);
    const end = rows[0]!.newest;
    return end !== null && (await this.isSettled(stop)) ? end : null;
  }

  /** Waits until those who write now have ended. @returns `false` if `stop` was first */
  private async isSettled(stop: AbortSignal): Promise<boolean> {
    let left = await this.writing();
    while (left.size > 0) {
      if (stop.aborted) return false;
      await new Promise((resolve) => setTimeout(resolve, this.waitMs));
      const now = await this.writing();
      left = new Set([...left].filter((writer) => now.has(writer)));
    }
    return true;
  }

  private async writing(): Promise<ReadonlySet<string>> {
    const { rows } = await this.db.runAlone<{ readonly writer: string }>(writers);
    return new Set(rows.map(({ writer }) => writer));
  }
}
