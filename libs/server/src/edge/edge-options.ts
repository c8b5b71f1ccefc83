import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { clientAddress } from './address-list.js';
import type { AddressList } from './address-list.js';
import { answerBrokenRequest } from './broken-request.js';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Options of Fastify that hold for the public listener of every app. */
export const EDGE_OPTIONS = {
  logger: false,
  requestIdHeader: false,
  genReqId: (request: { readonly headers: IncomingMessage['headers'] }) =>
    requestId(request.headers['x-request-id']),
  clientErrorHandler: answerBrokenRequest,
  requestTimeout: REQUEST_TIMEOUT_MS,
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  http: { requireHostHeader: false },
} as const;

/** Requests with an `Expect` header that Node would refuse by itself, without a document. */
export function takeExpectations(server: Server): void {
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply));
}

/** On every answer. Contract: core 1.8 */
export function edgeHeaders(requestId: string): Readonly<Record<string, string>> {
  return {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** The address of the client of a request. Contract: core 1.4 "Client address" */
export function clientOf({ headers, socket }: IncomingMessage, trusted: AddressList): string {
  const forwarded = headers['x-forwarded-for'];
  return clientAddress(
    socket.remoteAddress ?? '',
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    trusted,
  );
}

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}
