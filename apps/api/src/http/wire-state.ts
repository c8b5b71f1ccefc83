import type { BodyAllowance } from '@chat-admin/server/edge/body-budget';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { ReceivedBody } from './bodies.js';
import type { Representation } from './negotiation.js';
import type { RequestAudit } from './audit.js';

/** What the wire edge knows of a request besides what Fastify keeps. */
export interface WireState {
  /** path as received, without query string */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly client: Client;
  /** who calls; set once the credentials are found right */
  actor: string | null;
  /** for its body; `null` where none is read */
  allowance: BodyAllowance | null;
  received: ReceivedBody | null;
  representation: Representation | null;
  /** Content-Type of the answer */
  label: string | null;
  audit: RequestAudit | null;
  /** exception name of the failure that is being answered */
  failure: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    wire: WireState;
  }
}
