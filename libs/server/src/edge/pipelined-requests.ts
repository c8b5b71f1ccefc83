import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of one connection. Of 64 KB, which Node reads at once, the parser makes some 2,600 requests. */
const MOST_WAITING = 100;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Begins requests that a client sends before earlier ones are answered when it is their turn, each in a turn of the
 * event loop of its own, so that one connection cannot keep all others waiting. A connection on which too many wait is
 * closed after the answers to those that do; the client sends the others again (RFC 9112, 9.3.2).
 */
export function inTurn(server: Server): void {
  const listeners = server.listeners('request') as Listener[];
  const begin: Listener = (...exchange) => {
    for (const listener of listeners) listener.call(server, ...exchange);
  };
  const waiting = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    // Node gives a response the connection when all before it have been sent
    if (response.socket !== null) return begin(request, response);
    const { socket } = request;
    const count = waiting.get(socket) ?? 0;
    if (count > MOST_WAITING) return;
    waiting.set(socket, count + 1);
    if (count === MOST_WAITING) {
      socket.pause();
      response.once('socket', () => socket.destroySoon());
      return;
    }
    response.once('socket', () => {
      if (count < MOST_WAITING) waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(begin, request, response);
    });
  });
}
