import { crossSiteRequest, sessionEnded } from '@chat-admin/codecs/errors/wire-errors';
import { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import type { FastifyRequest } from 'fastify';
import { EVENT_STREAM } from '../http/negotiation.js';
import { chooseFor } from '../http/representation.js';
import type { SessionAuthentication, SignedIn } from './session-authentication.js';
import { isCsrfToken, sessionTokenIn } from './session-cookie.js';
import type { SessionCookie } from './session-cookie.js';
import { isForeign } from './site.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether it comes from a browser with a session, whatever its way in is. */
export const carriesSession = ({ headers }: FastifyRequest): boolean =>
  sessionTokenIn(headers.cookie) !== null;

/** A stream goes on while nobody is there. */
const asksForStream = ({ headers, wire }: FastifyRequest): boolean => {
  const writer = wire.route?.endpoint.replies;
  return writer?.offers === 'events' && chooseFor(writer, headers)?.label === EVENT_STREAM;
};

/** Requests whose way in is the cookie of a session. Contract: extensions E5.5 */
export class BrowserSessions {
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly sessions: SessionAuthentication,
    private readonly cookie: SessionCookie,
    /** `API_CONSOLE` */
    readonly isOn: boolean,
    origins: readonly string[],
  ) {
    this.origins = new Set(origins);
  }

  /** @returns `null` if the cookie is not the way in */
  open(request: FastifyRequest): Promise<SignedIn | WireFault> | null {
    const { headers, wire } = request;
    if (headers.authorization !== undefined) return null;
    const token = sessionTokenIn(headers.cookie);
    if (token === null) return null;
    if (token === 'damaged' || !this.isOn) return Promise.resolve(this.ended(request));
    const isUse = headers['x-background'] !== 'true' && !asksForStream(request);
    return this.sessions
      .find(token, isUse, wire.client.address)
      .then((found) => found ?? this.ended(request));
  }

  /** The refusal of a request that another site has sent. */
  faultOfSite(request: FastifyRequest): WireFault | null {
    const { method, headers, wire } = request;
    const { signedIn, route } = wire;
    if (signedIn === null && !route?.endpoint.signsIn) return null;
    if (isForeign(method, headers, this.origins)) return crossSiteRequest();
    if (signedIn === null || SAFE_METHODS.has(method)) return null;
    return isCsrfToken(signedIn.token, headers['x-csrf-token']) ? null : crossSiteRequest();
  }

  private ended({ method, wire }: FastifyRequest): WireFault {
    const removesCookie = wire.route?.endpoint.ownSession && method !== 'HEAD';
    return sessionEnded(removesCookie ? { 'Set-Cookie': this.cookie.removal } : {});
  }
}
