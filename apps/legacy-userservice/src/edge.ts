import { writeError } from '@chat-admin/codecs/errors/error.doc';
import {
  faultOf,
  methodNotAllowed,
  nothingHere,
  WireFault,
} from '@chat-admin/codecs/errors/wire-errors';
import { UnreadableBody } from '@chat-admin/codecs/wire/body-faults';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { takeEveryRequest } from '@chat-admin/server/edge/connection-events';
import { endConnectionsOnClose } from '@chat-admin/server/edge/connections-on-close';
import type { Ending } from '@chat-admin/server/edge/connections-on-close';
import type { ListenerTls, TlsServer } from '@chat-admin/server/process/listener-tls';
import { edgeHeaders, edgeOptions, framingFault } from '@chat-admin/server/edge/edge-options';
import type { BodyBudget } from '@chat-admin/server/edge/body-budget';
import type { AddressCounter } from '@chat-admin/server/edge/limits';
import { loginPage } from '@chat-admin/server/edge/login-page';
import { receiveBytes } from '@chat-admin/server/edge/receive-bytes';
import { traceOf } from '@chat-admin/server/edge/trace';
import { splitTarget } from '@chat-admin/server/edge/request-target';
import {
  isUserserviceAddress,
  USERSERVICE_ADDRESSES,
} from '@chat-admin/server/edge/userservice-address';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOrigins } from './call-origins.js';
import type { LegacyConfig } from './config.js';
import { deprecationHeaders } from './deprecation.js';
import { isForm } from './form.js';
import { TooMany } from './userservice-access.js';
import type { UserserviceAccess } from './userservice-access.js';
import { readParameters } from './userservice.query.js';
import './call-state.js';

const ALLOW = 'GET, POST, OPTIONS';
/** How much of a form that is too long is read before it is refused. */
const MAX_IGNORED_BYTES = 64 * 1024 * 1024;

export interface EdgeServices {
  /** `null`: plain HTTP */
  readonly tls: ListenerTls | null;
  readonly origins: CallOrigins;
  readonly properties: SystemProperties;
  readonly requests: AddressCounter;
  readonly access: UserserviceAccess;
  /** of those whose secret is right */
  readonly bodies: BodyBudget;
  /** of those whose secret is in the form */
  readonly strangers: BodyBudget;
  /** Sends and records the documented reply to a failure. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Writes the audit entry if it is still owed. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  readonly ending: Ending;
  readonly observer: {
    /** called for every request */
    began(request: FastifyRequest, reply: FastifyReply): void;
    /** called once it is answered */
    answered(request: FastifyRequest, reply: FastifyReply): void;
  };
}

/** The HTTP server of the user service. Contract: muc-and-legacy 11.1 */
export function createEdge(config: LegacyConfig, services: EdgeServices): FastifyInstance {
  const edge = fastify({
    ...edgeOptions(services.tls),
    exposeHeadRoutes: false,
    rewriteUrl: ({ url }) =>
      isUserserviceAddress(splitTarget(url).path) ? USERSERVICE_ADDRESSES[0] : '/',
  });
  const headers = deprecationHeaders(config);
  takeEveryRequest(edge.server);
  endConnectionsOnClose(edge, services.ending);
  services.tls?.watch(edge.server as unknown as TlsServer);
  edge.decorateRequest('legacy');
  edge.addHook('onRequest', (request, reply, done) => {
    openCall(request, services.origins);
    services.observer.began(request, reply);
    reply.headers({ ...edgeHeaders(request), ...headers });
    admit(services, request, reply, (error) => {
      const { legacy, headers: sent } = request;
      if (!error && isForm(legacy.contentType, sent['content-encoding'])) {
        const budget = legacy.admitted ? services.bodies : services.strangers;
        legacy.allowance = budget.open(legacy.client.counted, reply.raw);
      }
      done(error);
    });
  });
  edge.removeAllContentTypeParsers();
  edge.addContentTypeParser('*', (request, stream, done) => {
    const { legacy } = request;
    if (legacy.allowance === null) {
      stream.resume();
      done(null, undefined);
      return;
    }
    const limits = { bytes: config.maxBodyBytes, ignoredBytes: MAX_IGNORED_BYTES };
    receiveBytes(stream, limits, legacy.allowance).then((form) => {
      legacy.parameters = readParameters(legacy.query, form);
      done(null, undefined);
    }, done);
  });
  edge.addHook('preHandler', ({ legacy }, _reply, done) => {
    if (!legacy.admitted)
      services.access.checkSecret(legacy.client, legacy.parameters.get('secret'));
    legacy.admitted = true;
    done();
  });
  edge.addHook('onSend', (request, reply, payload, done) => {
    services.settle(request, reply).then(() => done(null, payload), done);
  });
  edge.addHook('onResponse', (request, reply, done) => {
    services.observer.answered(request, reply);
    done();
  });
  edge.setNotFoundHandler((_request, reply) => sendDocument(reply, nothingHere()));
  edge.setErrorHandler((error, request, reply) => {
    const broken = error instanceof WireFault || error instanceof UnreadableBody;
    const fault = broken ? faultOf(error) : null;
    return fault === null ? services.refuse(error, request, reply) : sendDocument(reply, fault);
  });
  return edge;
}

/**
 * The checks before a form is received: rate, redirect, address, method, and those that need no
 * secret.
 */
function admit(
  services: EdgeServices,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { properties, requests } = services;
  const { path, client } = request.legacy;
  const fault = framingFault(request.raw);
  if (fault !== null) return done(fault);
  requests.count(client.counted);
  const wait = requests.retryAfter(client.counted);
  if (wait > 0) return done(new TooMany(wait));
  if (path.startsWith('/plugins/') && !properties.read(systemProperty.wildcardsInExcludes)) {
    reply.code(302).header('Location', loginPage(path)).send();
    return;
  }
  if (!isUserserviceAddress(path)) return done(nothingHere());
  if (request.method === 'OPTIONS') {
    reply.code(200).header('Allow', ALLOW).send();
    return;
  }
  if (!/^(GET|POST)$/.test(request.method)) return done(methodNotAllowed(ALLOW));
  admitCaller(services, request);
  done();
}

/** Refuses callers, including those with a wrong secret in the query, before a form is received. */
function admitCaller({ access }: EdgeServices, { legacy }: FastifyRequest): void {
  access.checkClient(legacy.client);
  if (!legacy.parameters.has('secret')) return;
  access.checkSecret(legacy.client, legacy.parameters.get('secret'));
  legacy.admitted = true;
}

function openCall(request: FastifyRequest, origins: CallOrigins): void {
  const { headers: sent } = request.raw;
  const { path, query } = splitTarget(request.originalUrl);
  request.legacy = {
    path,
    query,
    contentType: sent['content-type'],
    client: origins.of(request.raw),
    trace: traceOf(sent['traceparent']),
    parameters: readParameters(query),
    allowance: null,
    admitted: false,
    audit: null,
    failure: null,
  };
  // a single parser receives all bodies; Fastify would refuse unknown and malformed types
  delete sent['content-type'];
}

/** An error document in XML. Contract: core 1.7 */
function sendDocument(
  reply: FastifyReply,
  { code, status, exception, message, headers }: WireFault,
): unknown {
  const resource = reply.request.legacy.path;
  return reply
    .code(status)
    .headers(headers)
    .header('Content-Type', 'application/xml')
    .send(writeError('xml', { code, status, exception, message, resource }));
}
