import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { writeError } from '@chat/codecs/errors/error.doc';
import { faultOf, methodNotAllowed, nothingHere, tooLarge } from '@chat/codecs/errors/wire-errors';
import type { WireFault } from '@chat/codecs/errors/wire-errors';
import { systemProperty } from '@chat/domain/system/system-properties';
import type { SystemProperties } from '@chat/domain/system/system-properties';
import { AddressList, clientAddress } from '@chat/server/address-list';
import type { AddressCounter } from '@chat/server/limits';
import { loginPage } from '@chat/server/login-page';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LegacyConfig } from './config.js';
import { deprecationHeaders } from './deprecation.js';
import { TooMany } from './userservice-access.js';
import { ADDRESSES } from './userservice.controller.js';
import { readParameters } from './userservice.query.js';
import './call-state.js';

const ALLOW = 'GET, POST, OPTIONS';
const FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export interface EdgeServices {
  readonly properties: SystemProperties;
  readonly requests: AddressCounter;
  /** Sends the reply to a failure that the service documents, and notes it. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Writes the audit entry that is still owed. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  isDraining(): boolean;
  answered(request: FastifyRequest, reply: FastifyReply): void;
}

/** The HTTP server of the user service. Contract: muc-and-legacy 11.1 */
export function createEdge(config: LegacyConfig, services: EdgeServices): FastifyInstance {
  const edge = fastify({
    logger: false,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true },
    frameworkErrors: (_error, request, reply) => {
      openCall(request, reply, new AddressList([]), {});
      sendDocument(reply, nothingHere());
    },
  });
  const trusted = new AddressList(config.trustedProxies);
  const headers = deprecationHeaders(config);
  edge.decorateRequest('legacy');
  edge.addHook('onRequest', (request, reply, done) => {
    openCall(request, reply, trusted, headers);
    if (services.isDraining()) reply.header('Connection', 'close');
    const { path, address } = request.legacy;
    services.requests.count(address);
    const wait = services.requests.retryAfter(address);
    if (wait > 0) return done(new TooMany(wait));
    if (
      path.startsWith('/plugins/') &&
      !services.properties.isTrue(systemProperty.wildcardsInExcludes)
    ) {
      reply.code(302).header('Location', loginPage(path)).send();
      return;
    }
    if (!isServed(path)) return done(nothingHere());
    if (request.method === 'OPTIONS') {
      reply.code(200).header('Allow', ALLOW).send();
      return;
    }
    done(/^(GET|POST)$/.test(request.method) ? undefined : methodNotAllowed(ALLOW));
  });
  edge.removeAllContentTypeParsers();
  edge.addContentTypeParser('*', (request, stream, done) => {
    if (!FORM.test(request.raw.headers['x-sent-content-type']?.toString() ?? '')) {
      stream.resume();
      done(null, undefined);
      return;
    }
    receive(stream, config.maxBodyBytes).then((form) => {
      request.legacy.parameters = readParameters(queryOf(request), form);
      done(null, undefined);
    }, done);
  });
  edge.addHook('onSend', (request, reply, payload, done) => {
    services.settle(request, reply).then(() => done(null, payload), done);
  });
  edge.addHook('onResponse', (request, reply, done) => {
    services.answered(request, reply);
    done();
  });
  edge.setNotFoundHandler((_request, reply) => sendDocument(reply, nothingHere()));
  edge.setErrorHandler((error, request, reply) => {
    const fault = error instanceof TooMany ? null : faultOf(error);
    const documented =
      fault !== null && [404, 405, 413].includes(fault.status) && !request.legacy.admitted;
    return documented ? sendDocument(reply, fault) : services.refuse(error, request, reply);
  });
  return edge;
}

function openCall(
  request: FastifyRequest,
  reply: FastifyReply,
  trusted: AddressList,
  headers: Readonly<Record<string, string>>,
): void {
  const { headers: sent, socket, url = '/' } = request.raw;
  const forwarded = sent['x-forwarded-for'];
  request.legacy = {
    path: url.split('?')[0]!,
    address: clientAddress(
      socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      trusted,
    ),
    parameters: readParameters(queryOf(request), new Uint8Array(0)),
    admitted: false,
    audit: null,
    failure: null,
  };
  // Forms are read here; Fastify would refuse types that it cannot parse.
  sent['x-sent-content-type'] = sent['content-type'];
  delete sent['content-type'];
  reply.headers({
    'X-Request-Id': request.id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
}

function isServed(path: string): boolean {
  return ADDRESSES.includes(path.endsWith('/') ? path.slice(0, -1) : path);
}

function queryOf({ raw }: FastifyRequest): string {
  const question = raw.url?.indexOf('?') ?? -1;
  return question < 0 ? '' : raw.url!.slice(question + 1);
}

async function receive(stream: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(stream.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An error document in XML. Contract: core 1.7 */
function sendDocument(
  reply: FastifyReply,
  { status, exception, message, headers }: WireFault,
): unknown {
  const { path } = reply.request.legacy;
  return reply
    .code(status)
    .headers(headers)
    .header('Content-Type', 'application/xml')
    .send(writeError('xml', { status, exception, message, resource: path }));
}

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}
