import {
  apiDisabled,
  methodNotAllowed,
  notAuthenticated,
  nothingHere,
  tooMany,
  unreadableAddress,
  WireFault,
  PERCENT_ENCODED,
} from '@chat-admin/codecs/errors/wire-errors';
import type { Principal } from '@chat-admin/domain/access/principal';
import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressList } from '@chat-admin/server/edge/address-list';
import { faultOfAddress, isBelow } from './address.js';
import { API_ROOT } from './api-root.js';
import type { PathNames } from '../access/also-needed.js';
import type { BrowserSessions } from '../access/browser-sessions.js';
import type { Logins } from '../access/logins.js';
import type { RateLimits } from '../access/rate-limits.js';
import { Refusal } from '../access/refusal.js';
import type { Cors } from './cors.js';
import { ACCEPT_PATCH } from './bodies.js';
import { endpointOf } from './endpoint.js';
import type { Endpoint } from './endpoint.js';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import { loginPage } from '@chat-admin/server/edge/login-page';
import { originForm } from '@chat-admin/server/edge/request-target';
import { headersNamed } from '@chat-admin/server/edge/raw-headers';
import { remember } from '@chat-admin/server/edge/remember';
import { scopesOf } from './route-index.js';
import type { WireState } from './wire-state.js';
import type { RouteIndex } from './route-index.js';

type Done = (error?: Error) => void;

/**
 * All checks before the body is looked at, in the order of the contract: address, request rate,
 * enablement, OPTIONS, client address, credentials, route, method.
 * Contract: core 1.2, checks 1 to 11
 */
export class Gate {
  private readonly allowed = remember((text) => AddressList.parse(text ?? ''), 10);

  constructor(
    private readonly properties: SystemProperties,
    private readonly logins: Logins,
    private readonly browsers: BrowserSessions,
    private readonly routes: RouteIndex,
    private readonly cors: Cors,
    private readonly requests: AddressCounter,
    private readonly rates: RateLimits,
    private readonly openHealthChecks: boolean,
  ) {}

  readonly check = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { path, client } = request.wire;
    this.cors.apply(request.headers.origin, request.method, reply);
    if (faultOfAddress(request.raw) === 'unreadable')
      return done(unreadableAddress(PERCENT_ENCODED));
    this.requests.count(client.counted);
    const wait = this.requests.retryAfter(client.counted);
    if (wait > 0) return done(tooMany(wait));
    if (isBelow('/plugins/', path) && !this.properties.read(systemProperty.wildcardsInExcludes)) {
      reply
        .code(302)
        .header('Location', loginPage(originForm(request.originalUrl)))
        .send();
      return;
    }
    const endpoint = endpointOf(request) ?? this.routes.foundBy('GET', path, 'isForAnybody');
    // unknown addresses below the root are only revealed to authenticated callers
    if (endpoint === null && !isBelow(`${API_ROOT}/`, `${path}/`)) return done(nothingHere());
    const { servedWhile } = endpoint ?? {};
    if (servedWhile && !this.properties.read(servedWhile)) return done(nothingHere());
    const enabled = this.properties.read(systemProperty.apiEnabled);
    if (!enabled && !endpoint?.healthCheck) return done(apiDisabled());
    if (request.method === 'OPTIONS') return this.describe(request, reply, done);
    if (endpoint?.isForAnybody) return this.authenticate(request, reply, done);
    if (endpoint?.isPage || (endpoint?.healthCheck && this.openHealthChecks)) return done();
    this.authenticate(request, reply, done);
  };

  /**
   * A sign-in that is refused before anything was checked is a failed login, too.
   * @returns the refusal that is answered
   */
  refusalOfSignIn(fault: WireFault, { client }: WireState): WireFault {
    // who checks credentials counts
    if (fault.status === 401 || fault.status === 429 || fault.status >= 500) return fault;
    return this.logins.fail(client) ?? fault;
  }

  /** The refusal of a caller that lacks a scope for the route, or for what the path names. */
  lackingForPath(request: FastifyRequest): ScopeMissing | null {
    const endpoint = endpointOf(request);
    const held = request.wire.principal?.scopes;
    if (endpoint === null) return null;
    const scopes = scopesOf(request.method, endpoint);
    const { needsOneOf } = endpoint;
    if (needsOneOf && held?.lacking(needsOneOf).length === needsOneOf.length) {
      return new ScopeMissing(needsOneOf);
    }
    const also = endpoint.alsoNeeds?.byPath?.(namesIn(request), this.logins.authentication) ?? [];
    return lacking(request, [...scopes, ...also]);
  }

  /** The same for what the body names, once it is read. Contract: extensions E5.2 */
  lackingForBody(request: FastifyRequest, { alsoNeeds }: Endpoint): ScopeMissing | null {
    if (alsoNeeds?.byBody === undefined) return null;
    const body = request.body as never;
    return lacking(request, alsoNeeds.byBody(body, namesIn(request), this.logins.authentication));
  }

  private describe(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const allow = this.routes.allow(request.wire.path);
    if (allow === null || faultOfAddress(request.raw)) return done(nothingHere());
    reply.code(200).header('Allow', allow);
    if (this.routes.takesMergePatch(request.wire.path)) reply.header('Accept-Patch', ACCEPT_PATCH);
    reply.send();
  }

  private authenticate(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const { wire, headers } = request;
    const { client, route } = wire;
    const { authorization } = headers;
    const isForAnybody = route?.endpoint.isForAnybody === true;
    const admit = (answer: Principal | Refusal): void => {
      if (!(answer instanceof Refusal)) return this.admit(answer, request, reply, done);
      if (isForAnybody) return this.route(request, done);
      done(notAuthenticated(answer.challenge));
    };
    const allowed = this.allowed(this.properties.read(systemProperty.apiAllowedIps));
    const isOpen = isForAnybody && this.openHealthChecks;
    if (!isOpen && !allowed.isEmpty && !allowed.has(client.address)) {
      return done(notAuthenticated(this.logins.refusal(authorization).challenge));
    }
    if (route?.endpoint.isOpen) return done(this.browsers.isOn ? undefined : nothingHere());
    const wait = this.logins.retryAfter(client);
    if (wait > 0) return done(tooMany(wait));
    // two readers may take different ones
    if (headersNamed('authorization', request.raw.rawHeaders).length > 1) {
      return admit(this.logins.refusal(authorization));
    }
    if (route?.endpoint.signsIn) {
      return done(
        this.browsers.isOn ? (this.browsers.faultOfSite(request) ?? undefined) : nothingHere(),
      );
    }
    const session = this.browsers.open(request);
    if (session !== null) {
      session.then((found) => {
        this.logins.bySession(!(found instanceof WireFault));
        if (found instanceof WireFault) {
          return isForAnybody ? this.route(request, done) : done(found);
        }
        wire.signedIn = found;
        this.admit(found.principal, request, reply, done);
      }, done);
    } else if (authorization === undefined) admit(this.logins.refusal(authorization));
    else {
      const found = this.logins.byHeader(authorization, client);
      if (found instanceof Promise) found.then(admit, done);
      else admit(found);
    }
  }

  private admit(
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ): void {
    request.wire.principal = principal;
    const next = (limited: Error | null) => {
      const fault = limited ?? this.browsers.faultOfSite(request);
      return fault ? done(fault) : this.route(request, done);
    };
    const limited = this.rates.take(principal, reply);
    if (limited instanceof Promise) limited.then(next, done);
    else next(limited);
  }

  private route(request: FastifyRequest, done: Done): void {
    if (endpointOf(request) !== null) return done();
    const allow = faultOfAddress(request.raw) ? null : this.routes.allow(request.wire.path);
    done(allow === null ? nothingHere() : methodNotAllowed(allow));
  }
}

const namesIn = ({ params }: FastifyRequest) => params as PathNames;

/** @returns the refusal, if the caller lacks a scope; those whom nobody asked for credentials need none */
function lacking(
  { wire: { principal } }: FastifyRequest,
  needed: readonly Scope[],
): ScopeMissing | null {
  const missing = principal?.scopes.lacking(needed) ?? [];
  return missing.length === 0 ? null : new ScopeMissing(missing);
}
