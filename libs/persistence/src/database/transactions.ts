import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import type { AuditEntry, AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import { Transactions } from '@chat-admin/domain/shared/transactions';
import { appendAuditEntry, auditValues } from './audit-entries.js';
import type { CurrentTransaction } from './current-transaction.js';
import { repeated } from './repeated.js';

/**
 * Transactions in PostgreSQL's default isolation level, carried by the asynchronous context. `work`
 * is retried after a deadlock, so its effects outside the database must be repeatable. If COMMIT
 * itself fails, the outcome is unknown: the error passes, the audit entry is owed again, and
 * nothing is retried.
 */
export class TypeormTransactions extends Transactions {
  private readonly committed = new AsyncLocalStorage<(() => Promise<unknown>)[]>();

  constructor(
    private readonly db: CurrentTransaction,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.db.active) return work();
    return repeated(() => this.attempt(work));
  }

  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return repeated(() => this.committed.run([], () => this.undone(work)));
  }

  get isRunning(): boolean {
    return this.db.active;
  }

  note(facts: AuditFacts): void {
    this.audit.pending()?.note(facts);
  }

  async afterCommit(work: () => Promise<unknown>): Promise<void> {
    const later = this.db.active ? this.committed.getStore() : undefined;
    if (later) later.push(work);
    else await work();
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const later: (() => Promise<unknown>)[] = [];
    const result = await this.committed.run(later, () => this.commitOf(work));
    for (const one of later) await one();
    return result;
  }

  private async undone<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.db.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      return await this.db.within(runner, work);
    } finally {
      await abandon(runner);
    }
  }

  private async commitOf<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.db.dataSource.createQueryRunner();
    const pending = this.audit.pending();
    let entry: AuditEntry | null = null;
    try {
      await runner.startTransaction();
      const result = await this.db.within(runner, async () => {
        const value = await work();
        entry = pending?.take() ?? null;
        if (entry !== null) await this.db.run(appendAuditEntry, auditValues(entry));
        return value;
      });
      await commit(runner);
      if (entry !== null) this.audit.stored(entry);
      await runner.release();
      return result;
    } catch (error) {
      if (entry !== null) pending?.giveBack();
      await abandon(runner);
      throw error;
    }
  }
}

/** PostgreSQL answers COMMIT after a failed statement with a rollback, not an error. */
async function commit(runner: QueryRunner): Promise<void> {
  const client = (await runner.connect()) as PoolClient;
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') {
    throw new Error('Nothing was stored: a statement of the transaction had failed before');
  }
}

/** Rolls back. Closes a connection that cannot even do that; the pool drops it on release. */
async function abandon(runner: QueryRunner): Promise<void> {
  if (runner.isReleased) return;
  try {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch {
    const client: Client | null = await runner.connect().catch(() => null);
    void client?.end();
  }
  await runner.release();
}
