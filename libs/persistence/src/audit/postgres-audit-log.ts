import { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, AuditedCaller } from '@chat-admin/domain/audit/audit-trail';
import { appendAuditEntry, auditValues } from '../database/audit-entries.js';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { isDatabaseAway } from '../database/database-away.js';

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

type Write = (entry: AuditEntry) => Promise<void>;

/** Entries that wait for their turn; callers need the other connections. */
class Line {
  private readonly waiting: Waiting[] = [];
  private writing = 0;
  /** the latest entry beyond the bound, and how many it stands for */
  private leftOut: { readonly entry: AuditEntry; readonly count: number } | null = null;

  constructor(
    private readonly write: Write,
    private readonly atATime: number,
    private readonly most: number,
  ) {}

  async append(entry: AuditEntry): Promise<void> {
    if (this.waiting.length >= this.most) {
      this.leftOut = { entry, count: (this.leftOut?.count ?? 0) + 1 };
      return;
    }
    while (this.writing >= this.atATime) {
      await new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    }
    this.writing += 1;
    try {
      await this.write(entry);
      await this.writeLeftOut();
    } catch (error) {
      // nobody waits for one time limit after another
      if (isDatabaseAway(error)) for (const { reject } of this.waiting.splice(0)) reject(error);
      throw error;
    } finally {
      this.writing -= 1;
      this.waiting.shift()?.resolve();
    }
  }

  /** Once nobody waits: one for all. */
  private async writeLeftOut(): Promise<void> {
    if (this.leftOut === null || this.waiting.length > 0) return;
    const { entry, count } = this.leftOut;
    this.leftOut = null;
    await this.write({ ...entry, details: `${entry.details}; requests=${count}` });
  }
}

/** Contract: core 1.13 */
export class PostgresAuditLog extends AuditLog {
  private readonly lines: Readonly<Record<AuditedCaller, Line>>;

  /** @param most entries of strangers that wait */
  constructor(db: Pick<CurrentTransaction, 'runAlone'>, most = 1_000) {
    super();
    const write: Write = async (entry) => {
      await db.runAlone(appendAuditEntry, auditValues(entry));
    };
    this.lines = {
      principal: new Line(write, 2, Infinity),
      stranger: new Line(write, 1, most),
    };
  }

  append(entry: AuditEntry, caller: AuditedCaller): Promise<void> {
    return this.lines[caller].append(entry);
  }
}
