import { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import { appendAuditEntry, auditValues } from '../database/audit-entries.js';
import type { CurrentTransaction } from '../database/current-transaction.js';

export class PostgresAuditLog extends AuditLog {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.db.runAlone(appendAuditEntry, auditValues(entry));
  }
}
