import { NO_PROGRESS } from '@chat-admin/domain/shared/progress';
import { ENTITY_TAGS } from './preconditions.js';
import type { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import { invalidHeader, notAcceptable, nothingHere } from '@chat-admin/codecs/errors/wire-errors';
import type { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { Callers } from '@chat-admin/persistence/database/callers';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config.js';
import type { LegacyForwarding } from '../legacy-forwarding.js';
import { handOver } from '../user-service-here.js';
import type { UserServiceHere } from '../user-service-here.js';
import type { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { pathOf, routedAddress } from './address.js';
import { API_ROOT } from './api-root.js';
import { withAudit } from '@chat-admin/server/edge/audited-requests';
import { takeEveryRequest } from '@chat-admin/server/edge/connection-events';
import { endConnectionsOnClose } from '@chat-admin/server/edge/connections-on-close';
import type { Ending } from '@chat-admin/server/edge/connections-on-close';
import { clientOf, TrustedProxies } from '@chat-admin/server/edge/client-address';
import { socketPath } from '@chat-admin/server/process/listen-address';
import type { ListenerTls, TlsServer } from '@chat-admin/server/process/listener-tls';
import { edgeHeaders, edgeOptions, framingFault } from '@chat-admin/server/edge/edge-options';
import { RequestAudit } from './audit.js';
import { announceDeprecation } from './deprecation.js';
import { ignoredIn, readDocument, tellIgnored } from './ignored.js';
import { emptyBody, formatOf, receiveBody } from './bodies.js';
import { endpointOf, matchedRoute } from './endpoint.js';
import type { Endpoint } from './endpoint.js';
import { faultFor, problemTypes } from './faults.js';
import type { ProblemTypes } from './faults.js';
import type { Gate } from './gate.js';
import { readPathUser } from './path-users.js';
import { negotiate, readKnownTags } from './representation.js';
import { parseQuery } from './query-string.js';
import { traceOf, withTrace } from '@chat-admin/server/edge/trace';
import { originForm } from '@chat-admin/server/edge/request-target';
import { withUnit } from './request-units.js';
import type { RequestUnit } from './request-units.js';
import type { RouteIndex } from './route-index.js';
import { sendFault } from './wire-adapter.js';
import './wire-state.js';

/** A name and a password, or what an issuer has sent. Contract: core 1.11 */
export const SIGN_IN_BYTES = 16 * 1024;

/** A body that was stored while it arrived. */
export interface ReceivedUpload {
  readonly body: unknown;
  /** of its bytes, inflated */
  readonly digest: Uint8Array;
}

/** What the edge needs from the application. */
export interface EdgeServices {
  /** `null`: plain HTTP */
  readonly tls: ListenerTls | null;
  /** `null`: it runs elsewhere, or nowhere */
  readonly userService: UserServiceHere | null;
  readonly legacy: LegacyForwarding;
  readonly gate: Gate;
  readonly auditLog: AuditLog;
  readonly properties: SystemProperties;
  readonly domain: ServiceDomain;
  readonly callers: Callers;
  /** of principals */
  readonly bodies: BodyBudget;
  /** of those who sign in */
  readonly strangers: BodyBudget;
  readonly log: { error(message: string, error: unknown): void };
  readonly ending: Ending;
  /** how its handler is carried out, if otherwise than usual. @throws WireFault */
  unitOf(request: FastifyRequest, endpoint: Endpoint): RequestUnit | null;
  /** Stores the body of an upload. @throws WireFault, DomainError */
  receiveUpload(
    request: FastifyRequest,
    reply: FastifyReply,
    ignored: IgnoredNames,
  ): Promise<ReceivedUpload>;
  readonly observer: {
    /** called for every request */
    began(request: FastifyRequest, reply: FastifyReply): void;
    /** called once it is answered */
    answered(request: FastifyRequest, reply: FastifyReply): void;
  };
}

/** The HTTP server, with everything common to all endpoints. Contract: core 1 */
export function createEdge(
  config: ApiConfig,
  routes: RouteIndex,
  services: EdgeServices,
): FastifyInstance {
  const { gate, auditLog, callers, log, unitOf, observer, legacy, userService, domain } = services;
  const edge = fastify({
    ...edgeOptions(services.tls),
    exposeHeadRoutes: true,
    rewriteUrl: routedAddress as (request: unknown) => string,
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: true,
      maxParamLength: 65_536,
      querystringParser: parseQuery,
    },
  });
  const trusted = new TrustedProxies(config.trustedProxies, socketPath(config.host) !== null);
  takeEveryRequest(edge.server);
  endConnectionsOnClose(edge, services.ending);
  services.tls?.watch(edge.server as unknown as TlsServer);
  edge.decorateRequest('wire');
  edge.addHook('onRoute', (route) => routes.add(route));
  edge.addHook('onRequest', (request, reply, done) => {
    openRequest(request, reply, trusted);
    request.wire.pathUser = readPathUser(request, domain);
    if (handOver(request, reply, userService)) return;
    observer.began(request, reply);
    const fault = framingFault(request.raw);
    if (fault !== null) return done(fault);
    if (legacy.takes(request)) return legacy.forward(request, reply, done);
    if (endpointOf(request)?.isOutside) return done();
    gate.check(request, reply, (error) => {
      if (error) return done(error);
      prepare(request, reply, services);
      done(gate.lackingForPath(request) ?? undefined);
    });
  });
  edge.removeAllContentTypeParsers();
  edge.addContentTypeParser('*', (request, stream, done) => {
    const { wire } = request;
    const reader = endpointOf(request)?.accepts;
    if (reader === undefined || wire.allowance === null) {
      stream.resume();
      done(null, undefined);
      return;
    }
    // received once it is known what the request asks for
    if (reader.takes === 'upload') return done(null, undefined);
    const { signsIn, isOpen } = endpointOf(request) ?? {};
    const most = signsIn || isOpen ? SIGN_IN_BYTES : config.maxBodyBytes;
    receiveBody(stream, reader, wire.contentType, most, wire.allowance).then((received) => {
      wire.received = received;
      done(null, undefined);
    }, done);
  });
  const begin = (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void => {
    const { audit } = request.wire;
    const endpoint = endpointOf(request);
    if (!negotiate(request, endpoint?.replies)) return done(notAcceptable());
    if (!readKnownTags(request, endpoint)) return done(invalidHeader('If-None-Match', ENTITY_TAGS));
    const ignored = ignoredIn(request, endpoint);
    const carriedOn = (): void => {
      tellIgnored(reply, ignored);
      done();
    };
    if (endpoint?.replies?.streams) return callers.run(callerOf(request), carriedOn);
    let unit: RequestUnit | null;
    try {
      unit = endpoint === null ? null : unitOf(request, endpoint);
    } catch (fault) {
      return done(fault as Error);
    }
    if (request.wire.isDryRun) reply.header('X-Dry-Run', 'true');
    const carryOn = unit === null ? carriedOn : () => withUnit(unit, carriedOn);
    const proceed = audit === null ? carryOn : () => withAudit(audit, carryOn);
    const reader = endpoint?.accepts;
    if (reader === undefined) return proceed();
    if (reader.takes === 'upload') {
      services.receiveUpload(request, reply, ignored!).then(({ body, digest }) => {
        request.body = body;
        request.wire.received = { format: null, bytes: new Uint8Array(0), digest };
        proceed();
      }, done);
      return;
    }
    const received =
      request.wire.received ??
      emptyBody(reader, request.wire.contentType, request.headers['content-encoding']);
    const reading = reader.read(formatOf(received, reader), received.bytes, ignored!);
    readDocument(reading, endpoint!, ignored!, reply).then((read) => {
      request.body = read;
      const missing = gate.lackingForBody(request, endpoint!);
      if (missing === null) proceed();
      else done(missing);
    }, done);
  };
  edge.addHook('preHandler', (request, reply, done) =>
    withTrace(request.wire.trace, () => begin(request, reply, done)),
  );
  edge.addHook('onSend', (request, reply, payload, done) => {
    // not before: Fastify would add a charset
    const { label } = request.wire;
    if (label !== null) reply.header('Content-Type', label);
    announceDeprecation(request, reply);
    const entry = request.wire.audit?.take(request.wire.failure) ?? null;
    if (entry === null) return done(null, payload);
    const { principal } = request.wire;
    auditLog.append(entry, principal === null ? 'stranger' : 'principal').then(
      () => done(null, payload),
      (error: unknown) => {
        log.error('An audit entry could not be written', error);
        done(null, payload);
      },
    );
  });
  edge.addHook('onResponse', (request, reply, done) => {
    if (request.wire.measures !== null) observer.answered(request, reply);
    done();
  });
  const typeOf = problemTypes(config.docs);
  // the gate refuses unknown addresses; Nest refuses some more, such as empty path values
  edge.setNotFoundHandler((_request, reply) => sendFault(reply, nothingHere(), typeOf));
  edge.setErrorHandler((error, request, reply) =>
    answerError(error, request, reply, services, typeOf),
  );
  return edge;
}

function openRequest(request: FastifyRequest, reply: FastifyReply, trusted: TrustedProxies): void {
  const { headers } = request.raw;
  request.wire = {
    route: matchedRoute(request),
    path: pathOf(originForm(request.originalUrl)),
    pathUser: null,
    contentType: headers['content-type'],
    client: clientOf(request.raw, trusted),
    trace: traceOf(headers['traceparent']),
    principal: null,
    signedIn: null,
    allowance: null,
    received: null,
    representation: null,
    knownTags: null,
    isDryRun: false,
    progress: NO_PROGRESS,
    ignored: null,
    label: null,
    audit: null,
    failure: null,
    measures: null,
  };
  // a single parser receives all bodies, and examines the type itself
  delete headers['content-type'];
  reply.headers(edgeHeaders(request));
}

/** The key for fair sharing: the principal at one address. */
function callerOf({ wire: { principal, client } }: FastifyRequest): string {
  return `${principal?.id} ${client.counted}`;
}

/** What an endpoint needs from the edge, once the request is admitted. */
function prepare(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, strangers, properties }: EdgeServices,
): void {
  const { wire } = request;
  const { audited, auditedWhile, accepts } = endpointOf(request) ?? {};
  const isAudited = auditedWhile === undefined || properties.read(auditedWhile);
  if (audited && isAudited) wire.audit = new RequestAudit(request, reply, audited, API_ROOT);
  if (!accepts) return;
  const { principal, client } = wire;
  wire.allowance =
    principal === null
      ? strangers.open(client.counted, reply.raw)
      : bodies.open(principal.id, reply.raw);
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, log }: EdgeServices,
  typeOf: ProblemTypes,
): unknown {
  const { wire } = request;
  const { fault, ours } = faultFor(error);
  if (ours) log.error(`${request.method} ${wire.route?.pattern ?? '(no route)'} failed`, error);
  const isSignIn = wire.audit !== null && wire.route?.endpoint.signsIn;
  const answered = isSignIn ? gate.refusalOfSignIn(fault, wire) : fault;
  // strangers may call it as often as they like
  if (wire.route?.endpoint.isOpen) wire.audit = null;
  // those are told by none of the limits
  if (isSignIn && answered.status === 429) wire.audit = null;
  wire.failure = answered.exception;
  return sendFault(reply, answered, typeOf);
}
