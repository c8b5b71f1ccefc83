import type { Principal } from '@chat-admin/domain/access/principal';
import type { Progress } from '@chat-admin/domain/shared/progress';
import type { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import type { BodyAllowance } from '@chat-admin/server/edge/body-budget';
import type { Client } from '@chat-admin/server/edge/client-address';
import type { TagList } from '@chat-admin/server/edge/entity-tags';
import type { RouteMeasures } from '@chat-admin/server/metrics/request-measures';
import type { Trace } from '@chat-admin/server/edge/trace';
import type { MatchedRoute } from './endpoint.js';
import type { ReceivedBody } from './bodies.js';
import type { Representation } from './negotiation.js';
import type { SignedIn } from '../access/session-authentication.js';
import type { RequestAudit } from './audit.js';
import type { PathUser } from './path-users.js';

/** The wire edge's state of a request besides Fastify's. */
export interface WireState {
  /** path as received, without query string */
  readonly path: string;
  /** `null`: the path holds no JID in place of a user name */
  pathUser: PathUser | null;
  /** `null` if none has the address and method */
  readonly route: MatchedRoute | null;
  readonly contentType: string | undefined;
  readonly client: Client;
  /** `null`: it belongs to none */
  trace: Trace | null;
  /** the authenticated caller; set once the credentials are verified */
  principal: Principal | null;
  /** whose session is the way in; `null`: something else is */
  signedIn: SignedIn | null;
  /** for its body; `null` if none is read */
  allowance: BodyAllowance | null;
  received: ReceivedBody | null;
  representation: Representation | null;
  /** of `If-None-Match`, on routes whose document has a tag */
  knownTags: TagList | null;
  /** whether the change is only tried */
  isDryRun: boolean;
  /** of what it does in pieces */
  progress: Progress;
  /** what nothing reads of the request, once an answer tells it; `null`: nothing */
  ignored: IgnoredNames | null;
  /** Content-Type of the response */
  label: string | null;
  audit: RequestAudit | null;
  /** exception name of the failure being answered */
  failure: string | null;
  /** of the requests of its method and route */
  measures: RouteMeasures | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    wire: WireState;
  }
}
