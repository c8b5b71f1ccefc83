import { request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import { pipeline } from 'node:stream';
import { userServiceAway } from '@chat-admin/codecs/errors/wire-errors';
import { FORWARDING_TOKEN_HEADER } from '@chat-admin/server/edge/forwarding-token';
import { originForm } from '@chat-admin/server/edge/request-target';
import { socketPath } from '@chat-admin/server/process/listen-address';
import { isUserserviceAddress } from '@chat-admin/server/edge/userservice-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from './config.js';
import './http/wire-state.js';

/** Time-out of the user service. */
const TIMEOUT_MS = 30_000;

/** Hop-by-hop headers (RFC 9110 section 7.6.1); an expectation is met here. */
const OF_THE_CONNECTION = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Forwards requests for the deprecated user service to its app, which decides about everything.
 * Contract: muc-and-legacy 11.1, Z-01
 */
export class LegacyForwarding {
  constructor(private readonly settings: Pick<ApiConfig, 'legacyUrl' | 'forwardingToken'>) {}

  takes(request: FastifyRequest): boolean {
    return this.settings.legacyUrl !== null && isUserserviceAddress(request.wire.path);
  }

  /** @param refuse called only if the user service is unavailable */
  forward(request: FastifyRequest, reply: FastifyReply, refuse: (error: Error) => void): void {
    const sent = this.open(request);
    let answered = false;
    sent.on('response', (received) => {
      answered = true;
      if (reply.raw.destroyed) return void received.destroy();
      if (!request.raw.complete) reply.header('Connection', 'close');
      reply.hijack();
      reply.raw.writeHead(
        received.statusCode!,
        received.statusMessage,
        answerHeaders(received, reply),
      );
      pipeline(received, reply.raw, () => undefined);
    });
    sent.on('timeout', () => sent.destroy(new Error('The user service does not answer')));
    // drains what the client is still sending, so that its connection can end
    const drain = (): void => void request.raw.unpipe(sent).resume();
    reply.raw.on('finish', drain);
    sent.on('error', () => {
      drain();
      if (answered || reply.raw.destroyed) return;
      refuse(userServiceAway());
    });
    reply.raw.on('close', () => sent.destroy());
    request.raw.pipe(sent);
  }

  /** On a new connection: a kept-alive one may be closed by the other side at the wrong moment. */
  private open(request: FastifyRequest): ClientRequest {
    const { legacyUrl, forwardingToken } = this.settings;
    const base = legacyUrl!;
    const path = socketPath(base);
    const options = {
      agent: false as const,
      method: request.raw.method,
      path: originForm(request.originalUrl),
      headers: forwardedHeaders(request, forwardingToken),
      timeout: TIMEOUT_MS,
    };
    if (path !== null) return requestPlain({ ...options, socketPath: path });
    const send = base.startsWith('https:') ? requestTls : requestPlain;
    return send(base, options);
  }
}

/** As received, from the raw list: the edge removes the media type from the parsed headers. */
function forwardedHeaders(
  { raw, wire, id }: FastifyRequest,
  token: string | null,
): OutgoingHttpHeaders {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of ofTheRequest(raw)) (headers[name.toLowerCase()] ??= []).push(value);
  // what a client sent under this name is never passed on
  delete headers[FORWARDING_TOKEN_HEADER];
  const hops = [...(headers['x-forwarded-for'] ?? []), wire.client.address];
  const { host, 'content-length': length, 'transfer-encoding': coding } = raw.headers;
  return {
    ...headers,
    // Node does not accept a list here
    ...(host === undefined ? {} : { host }),
    // whatever `Connection` names: a body without its length would be parsed as another request
    ...(length === undefined ? {} : { 'content-length': length }),
    ...(coding === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': hops.join(', '),
    ...(token === null ? {} : { [FORWARDING_TOKEN_HEADER]: token }),
    'x-request-id': id,
    ...(wire.trace?.span === undefined ? {} : { traceparent: wire.trace.header }),
  };
}

function answerHeaders(received: IncomingMessage, reply: FastifyReply): string[] {
  const connection = reply.getHeader('Connection');
  const own = connection === undefined ? [] : ['Connection', String(connection)];
  return [...[...ofTheRequest(received)].flat(), ...own];
}

function* ofTheRequest({ rawHeaders, headers }: IncomingMessage): Generator<[string, string]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const left = new Set([...OF_THE_CONNECTION, ...named]);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!left.has(name.toLowerCase())) yield [name, rawHeaders[index + 1]!];
  }
}
