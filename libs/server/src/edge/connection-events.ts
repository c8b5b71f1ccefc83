import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { notImplemented } from '@chat-admin/codecs/errors/wire-errors';
import { afterAnswers, endWith } from './broken-request.js';
import type { HttpSocket } from './broken-request.js';
import { inTurn } from './pipelined-requests.js';

/**
 * Takes over the requests that Node's HTTP server would not pass to the app: with an expectation,
 * which it refuses without a document; with an upgrade, after which its parser stops reporting
 * errors; and CONNECT, for which it closes the connection.
 */
export function takeEveryRequest(server: Server): void {
  inTurn(server);
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply));
  server.on('connect', (_request, socket) =>
    settled(socket, () => endWith(notImplemented(), socket as HttpSocket)),
  );
  server.on('upgrade', (request, socket, rest) =>
    settled(socket, () => {
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]));
      // of a TLS server the connection is the one that is decrypted already
      server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
    }),
  );
}

/**
 * The server has detached the connection; earlier requests on it may still be waiting for
 * responses.
 */
function settled(socket: Duplex, work: () => void): void {
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  afterAnswers(socket as HttpSocket, () => {
    socket.off('error', ignore);
    work();
  });
}

/** RFC 9110 section 7.8: a server may ignore `Upgrade`. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const value = rawHeaders[index + 1]!;
    if (/^upgrade$/i.test(name)) continue;
    lines.push(`${name}: ${/^connection$/i.test(name) ? withoutUpgrade(value) : value}`);
  }
  return Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
}

function withoutUpgrade(options: string): string {
  const kept = options.split(',').filter((option) => !/^\s*upgrade\s*$/i.test(option));
  return kept.join(',').trim();
}
