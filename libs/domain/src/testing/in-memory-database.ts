import { AsyncLocalStorage } from 'node:async_hooks';
import { copyOf, freshRows } from './rows.js';
import type { Rows } from './rows.js';

interface Transaction {
  rows: Rows;
  readonly later: (() => Promise<unknown>)[];
  ended: boolean;
}

/**
 * Rows in memory, with transactions carried by the asynchronous context. Transactions run one after
 * the other, so running in one implies holding every lock; uncommitted changes are invisible to
 * others.
 */
export class InMemoryDatabase {
  private committed = freshRows();
  private readonly running = new AsyncLocalStorage<Transaction>();
  private turn: Promise<unknown> = Promise.resolve();

  /** What the caller sees. Read-only: see {@link change}. */
  get rows(): Rows {
    return this.transaction()?.rows ?? this.committed;
  }

  /** The committed rows. */
  get committedRows(): Rows {
    return this.committed;
  }

  /** As freshly created. */
  clear(): void {
    this.committed = freshRows();
  }

  get inTransaction(): boolean {
    return this.running.getStore() !== undefined;
  }

  /**
   * Runs in the caller's transaction, or else in a new one. All or nothing of `work` is applied.
   */
  async change<T>(work: (rows: Rows) => T): Promise<T> {
    const transaction = this.transaction();
    return transaction ? work(transaction.rows) : this.transact(async () => work(this.rows));
  }

  /** Commits what `work` changes, or nothing if it throws; then runs what waits for the commit. */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    const later: (() => Promise<unknown>)[] = [];
    const mine = this.turn.then(() => this.commitOf(work, later));
    this.turn = mine.catch(() => undefined);
    const result = await mine;
    for (const one of later) await one();
    return result;
  }

  /** Undoes what `work` changes. */
  rehearse<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(() => this.running.run(this.begin([]), work));
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** A part of the caller's transaction, which is undone alone. */
  async part<T>(work: () => Promise<T>, keeps: boolean): Promise<T> {
    const transaction = this.transaction();
    if (!transaction) throw new Error('There is no transaction');
    const { later } = transaction;
    const [rows, waiting] = [copyOf(transaction.rows), later.length];
    let isKept = false;
    try {
      const result = await work();
      isKept = keeps;
      return result;
    } finally {
      if (!isKept) {
        transaction.rows = rows;
        later.length = waiting;
      }
    }
  }

  /** Runs after the commit of the caller's transaction; immediately outside one. */
  async afterCommit(work: () => Promise<unknown>): Promise<void> {
    const transaction = this.transaction();
    if (transaction) transaction.later.push(work);
    else await work();
  }

  private async commitOf<T>(work: () => Promise<T>, later: Transaction['later']): Promise<T> {
    const transaction = this.begin(later);
    try {
      const result = await this.running.run(transaction, work);
      this.committed = transaction.rows;
      return result;
    } finally {
      transaction.ended = true;
    }
  }

  private begin(later: Transaction['later']): Transaction {
    return { rows: copyOf(this.committed), later, ended: false };
  }

  private transaction(): Transaction | undefined {
    const transaction = this.running.getStore();
    if (transaction?.ended) throw new Error('The transaction of this code has ended already');
    return transaction;
  }
}
