import { AsyncLocalStorage } from 'node:async_hooks';
import { detailsOf } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { AuditEntry, PendingAudit } from '../audit/audit-trail.js';
import type { ChangeOrigin } from '../events/change-origin.js';

/**
 * An audit trail like that of the apps: one pending entry per request, in the asynchronous context.
 */
export class AuditedRequests extends AuditTrail {
  private readonly current = new AsyncLocalStorage<PendingEntry>();

  pending(): PendingAudit | null {
    return this.current.getStore() ?? null;
  }

  /** Runs `work` as a request that owes `entry`. @returns whether the entry is still owed */
  async request(entry: AuditEntry, work: () => Promise<unknown>): Promise<boolean> {
    const pending = new PendingEntry(entry);
    await this.current.run(pending, work);
    return pending.owed;
  }

  /** The details that the entry of `work` has, whether it fails or not. */
  async detailsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const pending = new PendingEntry(null);
    await Promise.allSettled([this.current.run(pending, work)]);
    return detailsOf(pending.facts);
  }
}

class PendingEntry implements PendingAudit {
  owed = true;
  facts: AuditFacts = {};

  constructor(private readonly entry: AuditEntry | null) {}

  origin(): ChangeOrigin {
    return { actor: this.entry?.username ?? 'test', source: 'api', request: null };
  }

  note(facts: AuditFacts): void {
    this.facts = { ...this.facts, ...facts };
  }

  take(): AuditEntry | null {
    if (!this.owed) return null;
    this.owed = false;
    return this.entry;
  }

  giveBack(): void {
    if (this.owed) throw new Error('Nothing was taken');
    this.owed = true;
  }
}
