import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import type { Statement } from './current-transaction.js';

/** The audit entry owed by every change; takes {@link auditValues}. Contract: core 1.13 */
export const appendAuditEntry: Statement = {
  name: 'audit-append',
  text: `
    insert into audit_entry (username, occurred_at, summary, node, details, kind, account_id, concerns)
    values ($1, date_trunc('second', $2::timestamptz), $3, $4, $5, $6, $7, $8)`,
};

export function auditValues(entry: AuditEntry): readonly unknown[] {
  const { username, timestamp, summary, node, details, kind, accountId, concerns } = entry;
  return [username, timestamp, summary, node, details, kind, accountId, concerns];
}
