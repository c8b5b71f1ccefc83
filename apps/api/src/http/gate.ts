import {
  apiDisabled,
  methodNotAllowed,
  notAuthenticated,
  nothingHere,
  tooMany,
  unreadableAddress,
} from '@chat-admin/codecs/errors/wire-errors';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressList } from '@chat-admin/server/edge/address-list';
import { faultOfAddress, isBelow } from './address.js';
import { API_ROOT } from './api-root.js';
import type { Authentication } from './authentication.js';
import type { Cors } from './cors.js';
import { MERGE_PATCH } from './bodies.js';
import { endpointOf } from './endpoint.js';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import type { LoginAttempts } from '@chat-admin/server/edge/login-attempts';
import { loginPage } from '@chat-admin/server/edge/login-page';
import { originForm } from '@chat-admin/server/edge/request-target';
import { remember } from '@chat-admin/server/edge/remember';
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
    this.authenticate(request, done);
  };

  private describe(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const allow = this.routes.allow(request.wire.path);
    if (allow === null || faultOfAddress(request.raw)) return done(nothingHere());
    reply.code(200).header('Allow', allow);
    if (allow.includes('PATCH')) reply.header('Accept-Patch', MERGE_PATCH);
    reply.send();
  }

  private authenticate(request: FastifyRequest, done: Done): void {
    const { address, counted } = request.wire.client;
    const refused = (): void => done(notAuthenticated(this.authentication.challenge()));
    const allowed = this.allowed(this.properties.read(systemProperty.apiAllowedIps));
    if (!allowed.isEmpty && !allowed.has(address)) return refused();
    const wait = this.failedLogins.retryAfter(counted);
    if (wait > 0) return done(tooMany(wait));
    const { authorization } = request.headers;
    if (authorization === undefined) return refused();
    const admit = (actor: string | null): void => {
      if (actor === null) return refused();
      request.wire.actor = actor;
      this.route(request, done);
    };
    const identified = this.authentication.identify(authorization);
    if (typeof identified === 'function') {
      this.attempts.try(counted, identified).then(admit, done);
      return;
    }
    if (identified === null) this.failedLogins.count(counted);
    admit(identified);
  }

  private route(request: FastifyRequest, done: Done): void {
    if (endpointOf(request) !== null) return done();
    const allow = faultOfAddress(request.raw) ? null : this.routes.allow(request.wire.path);
    done(allow === null ? nothingHere() : methodNotAllowed(allow));
  }
}
