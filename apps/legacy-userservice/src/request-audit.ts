import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { asLabel } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { auditEntry } from '@chat-admin/server/edge/audited-requests';

/** The audit entry owed by a call of a changing type. Contract: core 1.13 */
export class OperationAudit implements PendingAudit {
  private taken = false;
  private facts: AuditFacts = {};

  constructor(
    private readonly call: {
      readonly label: string;
      readonly type: string;
      readonly username: string;
      readonly path: string;
      readonly requestId: string;
      readonly address: string;
      readonly trace: string | undefined;
    },
  ) {}

  origin(): ChangeOrigin {
    const { label, requestId } = this.call;
    return { actor: label, source: 'userservice', request: requestId };
  }

  /** @param exception the error string; `null` on success */
  take(exception: string | null = null, outcome = 200): AuditEntry | null {
    if (this.taken) return null;
    this.taken = true;
    const { label, type, username, path, requestId, address, trace } = this.call;
    return auditEntry({
      author: asLabel(label),
      summary: `${type} user ${username}`,
      object: path,
      outcome,
      exception,
      requestId,
      address,
      trace,
      facts: this.facts,
    });
  }

  note(facts: AuditFacts): void {
    this.facts = { ...this.facts, ...facts };
  }

  giveBack(): void {
    this.taken = false;
  }
}
