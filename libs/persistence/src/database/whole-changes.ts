import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { QueryResultRow } from 'pg';
import type { CurrentTransaction, Statement } from './current-transaction.js';
import { translate } from './database-error.js';
import { repeated } from './repeated.js';

/** Changes in one round trip: a statement that checks, writes and commits, the audit entry of the request included. */
export class WholeChanges {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Inside a transaction a part of it, which then writes the entry.
   * @param statement takes the audit entry as JSON after `values`, its maker alone if none is owed, `null` outside of requests, and returns at most one row
   * @param isDone whether a row says that everything was changed; if not, nothing was, and the entry is still owed
   * @param refusals see {@link translate}
   */
  async run<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
    isDone: (row: Row) => boolean,
    refusals: Parameters<typeof translate>[0] = {},
  ): Promise<Row | null> {
    if (this.db.active) {
      const { rows } = await this.db
        .run<Row>(statement, [...values, null])
        .catch(translate(refusals));
      return rows[0] ?? null;
    }
    return repeated(() => this.alone(statement, values, isDone).catch(translate(refusals)));
  }

  private async alone<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
    isDone: (row: Row) => boolean,
  ): Promise<Row | null> {
    const pending = this.audit.pending();
    const entry = pending?.take() ?? null;
    let written = false;
    try {
      const owed = pending && JSON.stringify({ ...entry, origin: pending.origin() });
      const [row] = (await this.db.runAlone<Row>(statement, [...values, owed])).rows;
      written = row !== undefined && isDone(row);
      if (entry !== null && written) this.audit.stored(entry);
      return row ?? null;
    } finally {
      if (entry !== null && !written) pending?.giveBack();
    }
  }
}
