import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { AuditTrail } from '@chat/domain/audit/audit-trail';
import type { AuditEntry, PendingAudit } from '@chat/domain/audit/audit-trail';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.js';

const MAX_SUMMARY_LENGTH = 250;
const NODE = hostname();

/** The audit entry that one request owes. Contract: core 1.13 */
export class RequestAudit implements PendingAudit {
  private taken = false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly audited: NonNullable<Endpoint['audited']>,
    private readonly apiRoot: string,
  ) {}

  /** @param exception name of the failure, `null` for a success */
  take(exception: string | null = null): AuditEntry | null {
    if (this.taken) return null;
    this.taken = true;
    const { wire, id } = this.request;
    const object = wire.path.slice(this.apiRoot.length);
    const details = [`object=${object}`, `outcome=${this.reply.statusCode}`];
    if (exception !== null) details.push(`exception=${exception}`);
    details.push(`request=${id}`, `address=${wire.address}`);
    return {
      username: wire.actor ?? '',
      timestamp: new Date(),
      summary: this.summary(),
      node: NODE,
      details: details.join('; '),
    };
  }

  giveBack(): void {
    this.taken = false;
  }

  private summary(): string {
    const { method, params, body } = this.request;
    const names = Object.values((params ?? {}) as Record<string, string>);
    const named = this.audited.name?.(body) ?? null;
    if (named !== null) names.push(named);
    return `${method} ${this.audited.kind} ${names.join('/')}`
      .trimEnd()
      .slice(0, MAX_SUMMARY_LENGTH);
  }
}

const current = new AsyncLocalStorage<RequestAudit>();

/** Runs the rest of a request so that whoever commits its change finds its audit entry. */
export function withAudit(audit: RequestAudit, work: () => void): void {
  current.run(audit, work);
}

export class RequestAuditTrail extends AuditTrail {
  pending(): PendingAudit | null {
    return current.getStore() ?? null;
  }
}
