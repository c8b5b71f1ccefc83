import type { AuditFacts } from './audit-facts.js';

/**
 * One unit of change: everything that `work` does through repositories is committed together, or
 * not at all when it throws. A call inside another one joins it. The audit entry of the request
 * that is being served is written by the same transaction (`audit/audit-trail.ts`).
 */
export abstract class Transactions {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /** For the audit entry of the request, before the transaction that writes it is committed. */
  abstract note(facts: AuditFacts): void;

  /**
   * Does `work` once the current transaction is committed, and not at all when it is rolled back; at
   * once outside of a transaction. For telling others what has changed. `work` must not fail.
   */
  abstract afterCommit(work: () => Promise<unknown>): Promise<void>;
}
