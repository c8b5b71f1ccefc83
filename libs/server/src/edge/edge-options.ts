import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import {
  expectationFailed,
  unknownTransferCoding,
  unknownVersion,
  unreadableAddress,
  unreadableRequest,
} from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { answerBrokenRequest, OVER_TLS } from './broken-request.js';
import { headersNamed } from './raw-headers.js';
import { authorityOf } from './request-target.js';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** Limit for receiving a request. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Fastify options of the public listener of every app. */
const EDGE_OPTIONS = {
  logger: false,
  requestIdHeader: false,
  genReqId: (request: { readonly headers: IncomingMessage['headers'] }) =>
    requestId(request.headers['x-request-id']),
  clientErrorHandler: answerBrokenRequest,
  requestTimeout: REQUEST_TIMEOUT_MS,
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const;

/** Of the server, whose parser leaves refusing to {@link framingFault}. */
const SERVER_OPTIONS = { requireHostHeader: false };

/** @param tls of the listener; `null`: plain HTTP */
export function edgeOptions(tls: { readonly options: SecureContextOptions } | null) {
  // the types of Fastify tell the two apart, which nothing here does
  const server =
    tls === null ? { http: SERVER_OPTIONS } : { https: { ...SERVER_OPTIONS, ...tls.options } };
  return { ...EDGE_OPTIONS, ...(server as { readonly http: typeof SERVER_OPTIONS }) };
}

const ONE_HOST = 'one Host, a name or an address, and perhaps a port: RFC 9112, section 3.2';
const VERSIONS = ['1.0', '1.1'];
/** `uri-host [ ":" port ]`: a name, which may be empty, an address, or one in brackets. */
const HOST =
  /^(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*(?::\d*)?$|^\[[\w.~!$&'()*+,;=:-]+\](?::\d*)?$/;

/**
 * Rejects what the parser accepts although two readers may interpret it differently: another
 * version than 1.0 and 1.1, HTTP/1.1 without a host, any request with two or with one that cannot
 * be read, in the target either (RFC 9112 section 3.2), unsupported or repeated transfer codings
 * (section 6.1), and other expectations than to be told to continue (RFC 9110 section 10.1.1).
 */
export function framingFault(request: Framed): WireFault | null {
  if (!VERSIONS.includes(request.httpVersion)) return unknownVersion();
  const coding = request.headers['transfer-encoding'];
  const codings = coding === undefined ? [] : listed(coding);
  if (codings.some((one) => one !== 'chunked')) return unknownTransferCoding();
  if (codings.length > 1) return unreadableRequest();
  const hosts = headersNamed('host', request.rawHeaders);
  const isMissing = hosts.length === 0 && request.httpVersion !== '1.0';
  const isBroken = isMissing || hosts.length > 1 || !hosts.every((host) => HOST.test(host));
  const authority = authorityOf(request.originalUrl ?? request.url ?? '');
  // unlike the header, an address with `http` names a host (RFC 9110 section 4.2.1)
  const hasNone = authority === '' || authority?.startsWith(':');
  if (isBroken || hasNone || !HOST.test(authority ?? '')) return unreadableAddress(ONE_HOST);
  const expected = listed(request.headers.expect);
  const isMet = expected.every((one) => one === '' || one === '100-continue');
  return isMet || request.httpVersion === '1.0' ? null : expectationFailed();
}

/** As received; `originalUrl`: what its app has replaced. */
type Framed = IncomingMessage & { readonly originalUrl?: string };

const listed = (header = ''): readonly string[] =>
  header.split(',').map((one) => one.trim().toLowerCase());

interface AnsweredRequest {
  readonly id: string;
  readonly raw: { readonly socket: Socket };
}

/** On every response. Contract: core 1.8 */
export function edgeHeaders({
  id,
  raw: { socket },
}: AnsweredRequest): Readonly<Record<string, string>> {
  return {
    ...(socket instanceof TLSSocket ? OVER_TLS : {}),
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}
