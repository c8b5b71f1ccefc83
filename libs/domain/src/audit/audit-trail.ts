import type { AuditFacts } from '../shared/audit-facts.js';

/** One line of the security audit log. Contract: core 1.13 */
export interface AuditEntry {
  readonly username: string;
  readonly timestamp: Date;
  readonly summary: string;
  readonly node: string;
  readonly details: string;
}

/**
 * The audit entry that the request being served owes. Whoever commits its change writes the entry
 * in the same transaction: `take` gives it once; `giveBack` returns it when the commit failed.
 */
export interface PendingAudit {
  /** What the entry is to say besides; facts of the same name replace each other. */
  note(facts: AuditFacts): void;
  take(): AuditEntry | null;
  giveBack(): void;
}

/** Finds the pending entry of the current request (`null` outside of audited requests). */
export abstract class AuditTrail {
  abstract pending(): PendingAudit | null;
}

export abstract class AuditLog {
  /** Writes one entry in a transaction of its own, for requests that changed nothing. */
  abstract append(entry: AuditEntry): Promise<void>;
}
