import type { ChangeOrigin } from '../events/change-origin.js';
import type { AuditFacts } from '../shared/audit-facts.js';

/** What `username` of an entry is: the name that an account had then, or a label of the service, which an account may be called, too. */
export type AuthorKind = 'account' | 'label';

/** What entries of former releases have as `username` that was no account, unless another label was set. */
export const LABELS: readonly string[] = [
  ...['secret', 'service', 'userservice', 'chat server', 'command line', 'Anonymous'],
];

/** Who is named as the author of an entry. */
export type Author = Pick<AuditEntry, 'username' | 'kind' | 'accountId'>;

/** What the service does itself, or for somebody who has no account. */
export const asLabel = (username: string): Author => ({ username, kind: 'label', accountId: null });

/** One line of the security audit log. Contract: core 1.13 */
export interface AuditEntry {
  readonly username: string;
  readonly kind: AuthorKind;
  /** of the account, whatever it is called later; `null`: a label, or nobody who is known */
  readonly accountId: string | null;
  readonly timestamp: Date;
  readonly summary: string;
  readonly node: string;
  readonly details: string;
  /** user names, and bare JIDs. Contract: extensions E1.2 */
  readonly concerns: readonly string[];
}

/**
 * The audit entry owed by the current request. The transaction that commits the change also writes
 * the entry: `take` returns it once, `giveBack` restores it if the commit failed.
 */
export interface PendingAudit {
  /** What the events of the request say of its maker. */
  origin(): ChangeOrigin;
  /** What the entry is to say besides; facts of the same name replace each other. */
  note(facts: AuditFacts): void;
  take(): AuditEntry | null;
  giveBack(): void;
}

/** Finds the pending entry of the current request; `null` outside audited requests. */
export abstract class AuditTrail {
  abstract pending(): PendingAudit | null;

  /** Called for each entry once it is committed. */
  stored(entry: AuditEntry): void {
    void entry;
  }
}

/** Whether it is known who has called: entries of strangers, who may be many, delay nobody else's. */
export type AuditedCaller = 'principal' | 'stranger';

export abstract class AuditLog {
  /** Writes one entry in a separate transaction, for requests that changed nothing. */
  abstract append(entry: AuditEntry, caller: AuditedCaller): Promise<void>;
}
