import {
  apiDisabled,
  methodNotAllowed,
  notAuthenticated,
  nothingHere,
  tooMany,
  unreadableAddress,
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
import type { Authentication } from '../access/authentication.js';
import type { RateLimits } from '../access/rate-limits.js';
import { Refusal } from '../access/refusal.js';
import type { Cors } from './cors.js';
import { MERGE_PATCH } from './bodies.js';
import { endpointOf } from './endpoint.js';
import type { Endpoint } from './endpoint.js';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import { loginPage } from '@chat-admin/server/edge/login-page';
import { originForm } from '@chat-admin/server/edge/request-target';
import { remember } from '@chat-admin/server/edge/remember';
import { scopesOf } from './route-index.js';
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
    private readonly authentication: Authentication,
    private readonly routes: RouteIndex,
    private readonly cors: Cors,
    private readonly requests: AddressCounter,
    private readonly failedLogins: AddressCounter,
    private readonly attempts: LoginAttempts,
    private readonly rates: RateLimits,
    private readonly openHealthChecks: boolean,
  ) {}

  readonly check = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { path, client } = request.wire;
    this.cors.apply(request.headers.origin, request.method, reply);
    if (faultOfAddress(request.raw) === 'unreadable') return done(unreadableAddress());
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
    const endpoint = endpointOf(request);
    // unknown addresses below the root are only revealed to authenticated callers
    if (endpoint === null && !isBelow(`${API_ROOT}/`, `${path}/`)) return done(nothingHere());
    const enabled = this.properties.read(systemProperty.apiEnabled);
    if (!enabled && !endpoint?.healthCheck) return done(apiDisabled());
    if (request.method === 'OPTIONS') return this.describe(request, reply, done);
    if (endpoint?.isPage || (endpoint?.healthCheck && this.openHealthChecks)) return done();
    this.authenticate(request, reply, done);
  };

  /** The refusal of a caller that lacks a scope for the route, or for what the path names. */
  lackingForPath(request: FastifyRequest): ScopeMissing | null {
    const endpoint = endpointOf(request);
    if (endpoint === null || request.wire.principal?.scopes.covers('*')) return null;
    const also = endpoint.alsoNeeds?.byPath?.(namesIn(request), this.authentication) ?? [];
    return lacking(request, [...scopesOf(request.method, endpoint), ...also]);
  }

  /** The same for what the body names, once it is read. Contract: extensions E5.2 */
  lackingForBody(request: FastifyRequest, { alsoNeeds }: Endpoint): ScopeMissing | null {
    if (alsoNeeds?.byBody === undefined) return null;
    const body = request.body as never;
    return lacking(request, alsoNeeds.byBody(body, namesIn(request), this.authentication));
  }

  private describe(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const allow = this.routes.allow(request.wire.path);
    if (allow === null || faultOfAddress(request.raw)) return done(nothingHere());
    reply.code(200).header('Allow', allow);
    if (allow.includes('PATCH')) reply.header('Accept-Patch', MERGE_PATCH);
    reply.send();
  }

  private authenticate(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const { address, counted } = request.wire.client;
    const { authorization } = request.headers;
    const refusal = () => new Refusal(false, this.authentication.challenge(authorization));
    const allowed = this.allowed(this.properties.read(systemProperty.apiAllowedIps));
    const admit = (answer: Principal | Refusal): void => {
      if (!(answer instanceof Refusal)) return this.admit(answer, request, reply, done);
      if (answer.counts) this.failedLogins.count(counted);
      done(notAuthenticated(answer.challenge));
    };
    if (!allowed.isEmpty && !allowed.has(address)) return admit(refusal());
    const wait = this.failedLogins.retryAfter(counted);
    if (wait > 0) return done(tooMany(wait));
    if (authorization === undefined) return admit(refusal());
    const found = this.authentication.identify(authorization, address);
    if (typeof found === 'function') {
      // counts failures itself
      this.attempts.try(counted, found).then((principal) => admit(principal ?? refusal()), done);
    } else if (found instanceof Promise) found.then(admit, done);
    else admit(found);
  }

  private admit(
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ): void {
    request.wire.principal = principal;
    const next = (fault: Error | null) => (fault ? done(fault) : this.route(request, done));
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
