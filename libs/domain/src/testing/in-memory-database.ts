import { AsyncLocalStorage } from 'node:async_hooks';
import { copyOf, freshRows } from './rows.js';
import type { Rows } from './rows.js';

interface Transaction {
  readonly rows: Rows;
  readonly later: (() => Promise<unknown>)[];
  ended: boolean;
}

/**
 * Rows in memory with transactions, which are carried by the asynchronous context. They are done one after the other, so
 * that each lock is held by taking part in one; nobody sees what others have not committed.
 */
export class InMemoryDatabase {
  private committed = freshRows();
  private readonly running = new AsyncLocalStorage<Transaction>();
  private turn: Promise<unknown> = Promise.resolve();

  /** What the calling code sees. Not to be changed: see {@link change}. */
  get rows(): Rows {
    return this.transaction()?.rows ?? this.committed;
  }

  /** What everybody sees. */
  get committedRows(): Rows {
    return this.committed;
  }

  /** As if it had just been made. */
  clear(): void {
    this.committed = freshRows();
  }

  get inTransaction(): boolean {
    return this.running.getStore() !== undefined;
  }

  /** In the transaction of the calling code, or else in one of its own. All or nothing of `work` is done. */
  async change<T>(work: (rows: Rows) => T): Promise<T> {
    const transaction = this.transaction();
    return transaction ? work(transaction.rows) : this.transact(async () => work(this.rows));
  }

  /** Commits what `work` changes, or nothing when it throws; then does what waits for the commit. */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    const later: (() => Promise<unknown>)[] = [];
    const mine = this.turn.then(() => this.commitOf(work, later));
    this.turn = mine.catch(() => undefined);
    const result = await mine;
    for (const one of later) await one();
    return result;
  }

  /** After the commit of the transaction, if the calling code is in one, else at once. */
  async afterCommit(work: () => Promise<unknown>): Promise<void> {
    const transaction = this.transaction();
    if (transaction) transaction.later.push(work);
    else await work();
  }

  private async commitOf<T>(work: () => Promise<T>, later: Transaction['later']): Promise<T> {
    const transaction = { rows: copyOf(this.committed), later, ended: false };
    try {
      const result = await this.running.run(transaction, work);
      this.committed = transaction.rows;
      return result;
    } finally {
      transaction.ended = true;
    }
  }

  private transaction(): Transaction | undefined {
    const transaction = this.running.getStore();
    if (transaction?.ended) throw new Error('The transaction of this code has ended already');
    return transaction;
  }
}
