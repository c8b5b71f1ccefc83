import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Client, PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import type { AuditEntry, AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import { Transactions } from '@chat-admin/domain/shared/transactions';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { appendAuditEntry, auditValues } from './audit-entries.js';
import type { CurrentTransaction, Statement } from './current-transaction.js';
import { repeated } from './repeated.js';

const beginPart: Statement = { name: 'part-begin', text: 'savepoint part' };
const rollbackToPart: Statement = { name: 'part-undo', text: 'rollback to savepoint part' };
const releasePart: Statement = { name: 'part-end', text: 'release savepoint part' };

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

  async part<T>(work: () => Promise<T>, keeps: boolean): Promise<T> {
    const later = this.committed.getStore();
    if (!this.db.active || later === undefined) throw new Error('There is no transaction');
    const waiting = later.length;
    const undo = async () => {
      later.length = waiting;
      await this.db.run(rollbackToPart);
      await this.db.run(releasePart);
    };
    await this.db.run(beginPart);
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // a lost connection says so at the next statement
      await undo();
      throw error;
    }
    if (keeps) await this.db.run(releasePart);
    else await undo();
    return result;
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

  /** Until then each promise of the process carries its context. */
  close(): void {
    this.committed.disable();
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const later: (() => Promise<unknown>)[] = [];
    const result = await this.committed.run(later, () => this.commitOf(work));
    for (const one of later) await one();
    return result;
  }

  private async undone<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.db.dataSource.createQueryRunner();
    let client: PoolClient | null = null;
    try {
      client = await begin(runner, this.audit.pending()?.origin() ?? null);
      return await this.db.within(runner, work);
    } finally {
      await abandon(runner, client);
    }
  }

  private async commitOf<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.db.dataSource.createQueryRunner();
    const pending = this.audit.pending();
    let entry: AuditEntry | null = null;
    let client: PoolClient | null = null;
    try {
      client = await begin(runner, pending?.origin() ?? null);
      const result = await this.db.within(runner, async () => {
        const value = await work();
        entry = pending?.take() ?? null;
        if (entry !== null) await this.db.run(appendAuditEntry, auditValues(entry));
        return value;
      });
      await commit(client);
      if (entry !== null) this.audit.stored(entry);
      await runner.release();
      return result;
    } catch (error) {
      if (entry !== null) pending?.giveBack();
      await abandon(runner, client);
      throw error;
    }
  }
}

/** Tells the triggers who makes the changes, in the same round trip. */
async function begin(runner: QueryRunner, origin: ChangeOrigin | null): Promise<PoolClient> {
  const client = (await runner.connect()) as PoolClient;
  const told =
    origin === null
      ? ''
      : `; set local chat_admin.origin = ${pg.escapeLiteral(JSON.stringify(origin))}`;
  await client.query(`begin${told}`);
  // TypeORM refuses locks otherwise
  Object.assign(runner, { isTransactionActive: true });
  return client;
}

/** PostgreSQL answers COMMIT after a failed statement with a rollback, not an error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') {
    throw new Error('Nothing was stored: a statement of the transaction had failed before');
  }
}

/** Rolls back. Closes a connection that cannot even do that; the pool drops it on release. */
async function abandon(runner: QueryRunner, client: PoolClient | null): Promise<void> {
  if (runner.isReleased) return;
  try {
    await client?.query('rollback');
  } catch {
    void (client as Client | null)?.end();
  }
  await runner.release();
}
