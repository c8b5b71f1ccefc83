import type { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { RequestErrors } from '@chat-admin/server/process/request-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { TooMany } from './userservice-access.js';
import { errorText, isBusy, refusalOf, REPLY_TYPE } from './userservice.reply.js';
import './call-state.js';

const INTERNAL = 'IllegalArgumentException';
const UNAUTHORISED = 'RequestNotAuthorised';

/** Replies to failures, and their audit entries. Contract: muc-and-legacy 11.1, 11.3 */
export class Answers {
  private readonly errors: RequestErrors;

  constructor(
    private readonly auditLog: AuditLog,
    log: Logger,
  ) {
    this.errors = new RequestErrors(log);
  }

  readonly refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    reply.header('Content-Type', REPLY_TYPE);
    if (error instanceof TooMany) {
      request.legacy.failure = UNAUTHORISED;
      reply.code(429).header('Retry-After', String(error.retryAfterSeconds));
      return reply.send(errorText(UNAUTHORISED));
    }
    const documented = refusalOf(error);
    request.legacy.failure = documented ?? INTERNAL;
    if (documented !== null) return reply.code(200).send(errorText(documented));
    const busy = isBusy(error);
    if (!busy) this.errors.error(`${request.method} of the user service failed`, error);
    const away = isDatabaseAway(error);
    if (away) reply.header('Retry-After', '5');
    return reply.code(busy || away ? 503 : 500).send(errorText(INTERNAL));
  };

  readonly settle = async ({ legacy }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const entry = legacy.audit?.take(legacy.failure, reply.statusCode) ?? null;
    if (entry === null) return;
    const caller = legacy.failure === UNAUTHORISED ? 'stranger' : 'principal';
    await this.auditLog
      .append(entry, caller)
      .catch((error: unknown) => this.errors.error('An audit entry could not be written', error));
  };
}
