import type { OperationAudit } from './request-audit.js';
import type { Parameters } from './userservice.query.js';

/** What is known of a call besides what Fastify keeps. */
export interface CallState {
  readonly path: string;
  readonly address: string;
  parameters: Parameters;
  /** whether the secret was right */
  admitted: boolean;
  audit: OperationAudit | null;
  /** error string of the failure that is being answered */
  failure: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    legacy: CallState;
  }
}
