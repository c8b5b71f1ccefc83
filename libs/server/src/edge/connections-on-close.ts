import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The part of Fastify that is used. */
interface Edge {
  readonly server: Server;
  addHook(name: 'preClose', hook: (done: () => void) => void): unknown;
}

export function endConnectionsOnClose(edge: Edge): void {
  const connections = new ConnectionsOnClose(edge.server);
  edge.addHook('preClose', (done) => {
    connections.end();
    done();
  });
}

/** Over TLS, including a non-public member of Node's: the connection that is encrypted. */
type Connection = Socket & { readonly _parent?: Socket };

/**
 * Ends the connections of a server that closes: those without a request at once, the others after their response. By
 * itself Node ends those that are idle in that moment; one whose response has begun, and one on which nothing was sent
 * yet, would keep the server open until their time is over.
 */
export class ConnectionsOnClose {
  /** how many requests of each have no response yet */
  private readonly owed = new Map<Connection, number>();
  private isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Connection) => this.add(socket));
    server.on('secureConnection', (socket: Connection) => {
      if (socket._parent !== undefined) this.owed.delete(socket._parent);
      this.add(socket);
    });
    server.on('request', ({ socket }, response) => this.answer(socket, response));
  }

  /** Call when the server closes. */
  end(): void {
    this.isClosing = true;
    for (const socket of this.owed.keys()) this.endUnlessOwed(socket);
  }

  private add(socket: Connection): void {
    if (this.owed.has(socket)) return;
    this.owed.set(socket, 0);
    socket.once('close', () => this.owed.delete(socket));
    if (this.isClosing) this.endUnlessOwed(socket);
  }

  private answer(socket: Connection, response: ServerResponse): void {
    const change = (by: number) => {
      const owed = this.owed.get(socket);
      if (owed !== undefined) this.owed.set(socket, owed + by);
    };
    change(1);
    response.once('close', () => {
      change(-1);
      if (this.isClosing) this.endUnlessOwed(socket);
    });
  }

  /** What has been ended already lingers, so that its last response arrives. */
  private endUnlessOwed(socket: Connection): void {
    if (this.owed.get(socket) === 0 && !socket.writableEnded) socket.destroySoon();
  }
}
