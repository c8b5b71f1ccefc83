import { AuditLog } from '@chat/domain/audit/audit-trail';
import type { AuditEntry } from '@chat/domain/audit/audit-trail';
import type { CurrentTransaction, Statement } from '../current-transaction.js';

const append: Statement = {
  name: 'audit-append',
  text: `
    insert into audit_entry (username, occurred_at, summary, node, details)
    values ($1, date_trunc('second', $2::timestamptz), $3, $4, $5)`,
};

/** Writes inside the current transaction. */
export async function appendAuditEntry(db: CurrentTransaction, entry: AuditEntry): Promise<void> {
  await db.run(append, auditValues(entry));
}

export class PostgresAuditLog extends AuditLog {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.db.runAlone(append, auditValues(entry));
  }
}

function auditValues(entry: AuditEntry): readonly unknown[] {
  return [entry.username, entry.timestamp, entry.summary, entry.node, entry.details];
}
