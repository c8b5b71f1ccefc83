import { randomUUID } from 'node:crypto';
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ERROR_CODE_HEADER } from '@chat-admin/codecs/errors/error-answers';
import { writeError } from '@chat-admin/codecs/errors/error.doc';
import {
  headerTooLarge,
  tooSlow,
  unknownTransferCoding,
  unencodedAddress,
  unknownVersion,
  unreadableRequest,
} from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { pathToEncode, readRawQuery } from './raw-query.js';
import { isUserserviceAddress } from './userservice-address.js';

/** How long a client may take to read the final response. */
const LINGER_MS = 2_000;

/** A connection of an HTTP server, including non-public members of Node's. */
export type HttpSocket = Socket & {
  /** the response that is due next */
  readonly _httpMessage?: ServerResponse | null;
  readonly server?: Server;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/** Answers what the HTTP parser could not parse, for which no hook runs. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  const request = socket._httpMessage ? null : readRawQuery(error, socket);
  if (request === null) refuse(error, socket);
  else serve(request, socket);
}

/** As the server would, had its parser read the request; the connection ends with the response. */
function serve(request: IncomingMessage, socket: HttpSocket): void {
  request.push(null);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    end(socket);
    process.nextTick(() => response.emit('close'));
  });
  socket.server?.emit('request', request, response);
}

function refuse(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  const owed = socket._httpMessage;
  if (error.code === 'ECONNRESET') socket.destroy();
  // a complete earlier request is answered before the broken one
  else if (owed?.req.complete) owed.once('close', () => refuse(error, socket));
  else if (owed?.writableEnded) owed.once('close', () => end(socket));
  // nothing may be written into a response that has begun
  else if (owed?.headersSent) socket.destroy();
  // the response has been sent; only the rest of the body is broken
  else if (!owed && socket.parser?.incoming?.complete === false) end(socket);
  else if (isUserserviceAddress(pathToEncode(error) ?? ''))
    endWith(unencodedAddress(), socket, USER_SERVICE);
  else endWith(faultOf(error), socket);
}

/** As {@link endWith}. Contract: muc-and-legacy 11.3 */
const USER_SERVICE = {
  type: 'text/xml; charset=UTF-8',
  write: ({ exception }: WireFault) => `<error>${exception}</error>`,
};

/** An error document in XML. */
const DOCUMENT = {
  type: 'application/xml',
  write: ({ code, status, exception, message, detail }: WireFault) =>
    writeError('xml', { code, status, exception, message, resource: null, detail }),
};

/** Runs `work` once all due responses of a connection have been sent; never if it ends before. */
export function afterAnswers(socket: HttpSocket, work: () => void): void {
  if (socket.destroyed) return;
  const owed = socket._httpMessage;
  if (owed) owed.once('close', () => afterAnswers(socket, work));
  else work();
}

/** Where TLS is our own; behind a proxy it is the proxy's to say (RFC 6797, 7.2). Contract: core 1.8 */
export const OVER_TLS = { 'Strict-Transport-Security': 'max-age=31536000' };

const headerLines = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Sends the final response of a connection. */
export function endWith(fault: WireFault, socket: Socket, form = DOCUMENT): void {
  const text = form.write(fault);
  const answer = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'Connection: close',
    `Content-Type: ${form.type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${randomUUID()}`,
    `${ERROR_CODE_HEADER}: ${fault.code}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(socket instanceof TLSSocket ? headerLines(OVER_TLS) : []),
    '',
    text,
  ];
  end(socket, answer.join('\r\n'));
}

/** Closing while the client is still sending may destroy the response as well, hence the pause. */
function end(socket: Socket, lastText = ''): void {
  // called again for each further piece of a broken request
  if (socket.destroyed || socket.writableEnded) return;
  socket.end(lastText);
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(lingering));
}

function faultOf(error: NodeJS.ErrnoException & { readonly reason?: string }): WireFault {
  const { code = '', reason } = error;
  if (pathToEncode(error) !== null) return unencodedAddress();
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headerTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow();
    case 'HPE_INVALID_VERSION':
      // the parser's other reasons: what stands there is no version
      if (reason === 'Invalid HTTP version') return unknownVersion();
      break;
    case 'HPE_INVALID_TRANSFER_ENCODING':
      // the parser's other reason: a length in addition to the coding
      if (reason?.includes('invalid')) return unknownTransferCoding();
  }
  return unreadableRequest();
}
