import type { AuditFacts } from '../shared/audit-facts.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import { Transactions } from '../shared/transactions.js';
import { appendEntry } from './in-memory-audit.js';
import type { InMemoryDatabase } from './in-memory-database.js';

/** Transactions that write the audit entry of the request, like those of PostgreSQL. */
export class InMemoryTransactions extends Transactions {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.inTransaction ? work() : this.alone(work);
  }

  /** In a separate transaction, even inside another one. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const pending = this.audit.pending();
    return this.database.transact(async () => {
      const result = await work();
      const entry = pending?.take() ?? null;
      if (entry !== null) await this.database.change((rows) => appendEntry(rows, entry));
      return result;
    });
  }

  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return this.database.rehearse(work);
  }

  part<T>(work: () => Promise<T>, keeps: boolean): Promise<T> {
    return this.database.part(work, keeps);
  }

  get isRunning(): boolean {
    return this.database.inTransaction;
  }

  note(facts: AuditFacts): void {
    this.audit.pending()?.note(facts);
  }

  afterCommit(work: () => Promise<unknown>): Promise<void> {
    return this.database.afterCommit(work);
  }
}
