import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { asLabel } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { auditEntry } from '@chat-admin/server/edge/audited-requests';

/** What a command is called in the audit log. */
export interface Described {
  /** its words without values, such as `user lock ola` */
  readonly command: string;
  /** path of what it changes */
  readonly object: string;
}

/** Contract: extensions E10, I-12 */
export const COMMAND_LINE = 'command line';

/** The audit entry of what a command changes. */
export class CommandAudit implements PendingAudit {
  private taken = false;
  private facts: AuditFacts = {};

  constructor(private readonly described: Described) {}

  origin(): ChangeOrigin {
    return { actor: COMMAND_LINE, source: 'service', request: null };
  }

  take(): AuditEntry | null {
    if (this.taken) return null;
    this.taken = true;
    return auditEntry({
      author: asLabel(COMMAND_LINE),
      summary: this.described.command,
      object: this.described.object,
      outcome: 200,
      exception: null,
      requestId: null,
      address: null,
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
