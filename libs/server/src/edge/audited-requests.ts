import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { detailsOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { cut, wellFormed } from '@chat-admin/domain/shared/texts';
import { concernedBy } from '@chat-admin/domain/audit/concerned';
import { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, Author, PendingAudit } from '@chat-admin/domain/audit/audit-trail';

const MAX_SUMMARY_LENGTH = 250;
const NODE = hostname();

const current = new AsyncLocalStorage<PendingAudit | null>();

/**
 * Runs the rest of a request so that the transaction that commits its change finds its audit entry,
 * if it owes one.
 */
export function withAudit<T>(audit: PendingAudit | null, work: () => T): T {
  return current.run(audit, work);
}

export class RequestAuditTrail extends AuditTrail {
  /** @param told called for each entry once it is committed; must not throw */
  constructor(private readonly told: (entry: AuditEntry) => void = () => undefined) {
    super();
  }

  override stored(entry: AuditEntry): void {
    this.told(entry);
  }

  pending(): PendingAudit | null {
    return current.getStore() ?? null;
  }
}

/** What a request contributes to its audit entry. */
export interface AuditedRequest {
  readonly author: Author;
  readonly summary: string;
  /** path of the request */
  readonly object: string;
  readonly outcome: number;
  /** name of the exception; `null` on success */
  readonly exception: string | null;
  /** `null`: not an HTTP request */
  readonly requestId: string | null;
  readonly address: string | null;
  /** id of the trace that it belongs to */
  readonly trace?: string | undefined;
  readonly facts?: AuditFacts;
}

/** Contract: core 1.13; extensions E10, I-11 */
export function auditEntry(request: AuditedRequest): AuditEntry {
  const { author, summary, object, outcome, exception, requestId, address, trace, facts } = request;
  const details = [`object=${object}`, `outcome=${outcome}`];
  if (exception !== null) details.push(`exception=${exception}`);
  if (requestId !== null) details.push(`request=${requestId}`);
  if (address !== null) details.push(`address=${address}`);
  if (trace !== undefined) details.push(`trace=${trace}`);
  if (facts !== undefined) details.push(...detailsOf(facts));
  return {
    ...author,
    username: wellFormed(author.username),
    timestamp: new Date(),
    summary: cut(summary.trimEnd(), MAX_SUMMARY_LENGTH),
    node: NODE,
    details: wellFormed(details.join('; ')),
    concerns: concernedBy({ object, summary: summary.trimEnd(), facts }),
  };
}
