import { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import { appendAuditEntry, auditValues } from '../database/audit-entries.js';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { isDatabaseAway } from '../database/database-away.js';

/** Entries of refusals that are written at a time: strangers may cause thousands, and callers need the other connections. */
const MOST_AT_A_TIME = 2;

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export class PostgresAuditLog extends AuditLog {
  private readonly waiting: Waiting[] = [];
  private writing = 0;

  constructor(private readonly db: Pick<CurrentTransaction, 'runAlone'>) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    while (this.writing >= MOST_AT_A_TIME) {
      await new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    }
    this.writing += 1;
    try {
      await this.db.runAlone(appendAuditEntry, auditValues(entry));
    } catch (error) {
      // nobody waits for one time limit after another
      if (isDatabaseAway(error)) for (const { reject } of this.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      this.writing -= 1;
      this.waiting.shift()?.resolve();
    }
  }
}
