import { authorOf, keyOf } from '@chat-admin/domain/access/principal';
import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { asLabel } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, Author, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { auditEntry } from '@chat-admin/server/edge/audited-requests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { belowRoot } from './address.js';
import type { Endpoint } from './endpoint.js';
import type { Query } from './query-string.js';

/** The audit entry owed by a request. Contract: core 1.13 */
export class RequestAudit implements PendingAudit {
  private taken = false;
  private noted: AuditFacts = {};
  private actor: Author | null = null;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly audited: NonNullable<Endpoint['audited']>,
    private readonly apiRoot: string,
  ) {}

  origin(): ChangeOrigin {
    const { wire, id } = this.request;
    return {
      ...{ actor: this.author()?.username ?? '', source: 'api', request: id },
      traceparent: wire.trace?.header,
    };
  }

  /** @param exception name of the exception; `null` on success */
  take(exception: string | null = null): AuditEntry | null {
    if (this.taken) return null;
    this.taken = true;
    const { wire, id } = this.request;
    const author = this.author();
    const said = this.audited.facts?.(this.request.body);
    const key = wire.principal === null ? undefined : keyOf(wire.principal);
    const ignored = wire.ignored === null ? undefined : namesOf(wire.ignored.all(), (one) => one);
    const facts = { key, ...said, ...this.noted, ignored, dryRun: wire.isDryRun };
    // a small request would write many rows, and change nothing
    if (wire.isDryRun) delete facts.about;
    const isCreated = exception === null && facts.isNew === true;
    return auditEntry({
      author: author?.username ? author : asLabel('-'),
      summary: this.summary(),
      object: belowRoot(wire.path, this.apiRoot),
      outcome: isCreated ? 201 : this.reply.statusCode,
      exception,
      requestId: id,
      address: wire.client.address,
      trace: wire.trace?.id,
      facts,
    });
  }

  /** Who acts, if not the principal of the request. */
  by(actor: Author): void {
    this.actor = actor;
  }

  note(facts: AuditFacts): void {
    this.noted = { ...this.noted, ...facts };
  }

  /** Nothing of what was noted has happened. */
  forget(): void {
    this.noted = {};
  }

  giveBack(): void {
    this.taken = false;
  }

  private author(): Author | null {
    const { principal } = this.request.wire;
    return this.actor ?? (principal && authorOf(principal));
  }

  private summary(): string {
    const { method, params, body, query } = this.request;
    const names = Object.values((params ?? {}) as Record<string, string>);
    const scope = this.audited.scope?.(query as Query) ?? null;
    if (scope !== null) names.unshift(scope);
    const named = this.audited.name?.(body) ?? null;
    if (named !== null) names.push(named);
    const { kind } = this.audited;
    return `${method} ${typeof kind === 'string' ? kind : kind(body)} ${names.join('/')}`;
  }
}
