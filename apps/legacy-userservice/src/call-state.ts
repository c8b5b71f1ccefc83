import type { BodyAllowance } from '@chat-admin/server/edge/body-budget';
import type { Trace } from '@chat-admin/server/edge/trace';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { LegacyError } from './userservice.reply.js';
import type { OperationAudit } from './request-audit.js';
import type { Parameters } from './userservice.query.js';

/** The state of a call besides Fastify's. */
export interface CallState {
  /** as received, without the query string */
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly client: Client;
  /** `null`: it belongs to none */
  trace: Trace | null;
  parameters: Parameters;
  /** for its form, if any */
  allowance: BodyAllowance | null;
  /** whether the secret was right */
  admitted: boolean;
  audit: OperationAudit | null;
  /** error string of the failure being answered */
  failure: LegacyError | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    legacy: CallState;
  }
}
