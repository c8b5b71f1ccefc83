import type { AuditFacts } from './audit-facts.js';

/**
 * A unit of work: everything that `work` does through repositories is committed together, or rolled
 * back if it throws. A nested call joins the outer transaction. The audit entry of the current
 * request is written by the same transaction (`audit/audit-trail.ts`).
 */
export abstract class Transactions {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs `work` in a transaction of its own, and then undoes it: nothing is stored, and what waits for
   * the commit is never run.
   */
  abstract rehearse<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Runs `work` as a part of the running transaction, which is undone alone if it throws: with it goes
   * what waits for the commit.
   * @param keeps whether it stays if it succeeds
   */
  abstract part<T>(work: () => Promise<T>, keeps: boolean): Promise<T>;

  /** whether the calling code runs in one */
  abstract get isRunning(): boolean;

  /** For the audit entry of the request, before the transaction that writes it is committed. */
  abstract note(facts: AuditFacts): void;

  /**
   * Runs `work` after the current transaction has committed, never if it is rolled back;
   * immediately outside a transaction, where its failure is that of the caller. For telling others of
   * changes, and for commands to the chat server. In a transaction `work` must not fail: the change
   * would be there.
   */
  abstract afterCommit(work: () => Promise<unknown>): Promise<void>;
}
