import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The part of Fastify that is used. */
interface Edge {
  readonly server: Server;
  addHook(name: 'preClose', hook: (done: () => void) => void): unknown;
}

export interface Ending {
  /** how long requests under way may take from then on */
  readonly graceMs: number;
  /** whether clients should go to another instance already */
  isDraining(): boolean;
  /** Told how many connections were cut off, with requests that had taken longer. */
  cutOff(connections: number): void;
}

export function endConnectionsOnClose(edge: Edge, ending: Ending): void {
  const connections = new ConnectionsOnClose(edge.server, ending);
  edge.addHook('preClose', (done) => {
    connections.end();
    done();
  });
}

/** Over TLS, including a non-public member of Node's: the connection that is encrypted. */
type Connection = Socket & { readonly _parent?: Socket };

/**
 * Ends the connections of a server that closes: those without a request at once, the others after their response, which
 * says so, and all when the grace is over. By itself Node ends those that are idle in that moment; one whose response has
 * begun, and one on which nothing was sent yet, would keep the server open until their time is over.
 */
export class ConnectionsOnClose {
  /** the responses of each that are not complete, in the order of the requests */
  private readonly owed = new Map<Connection, Set<ServerResponse>>();
  /** the response of each that is to be the last */
  private readonly last = new WeakMap<Connection, ServerResponse>();
  private isClosing = false;

  constructor(
    private readonly server: Server,
    private readonly ending: Ending,
  ) {
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
    for (const [socket, responses] of this.owed) {
      this.announce(socket, [...responses].at(-1));
      this.endOnceRead(socket);
    }
    const timer = setTimeout(() => this.cutOff(), this.ending.graceMs).unref();
    this.server.once('close', () => clearTimeout(timer));
  }

  private add(socket: Connection): void {
    if (this.owed.has(socket)) return;
    this.owed.set(socket, new Set());
    socket.once('close', () => this.owed.delete(socket));
    if (this.isClosing) this.endOnceRead(socket);
  }

  private answer(socket: Connection, response: ServerResponse): void {
    this.owed.get(socket)?.add(response);
    if (this.isClosing || this.ending.isDraining()) this.announce(socket, response);
    response.once('close', () => {
      this.owed.get(socket)?.delete(response);
      if (this.isClosing) this.endUnlessOwed(socket);
    });
  }

  /** `Connection: close`, in the last of several responses alone: the client takes none after that. */
  private announce(socket: Connection, response: ServerResponse | undefined): void {
    const before = this.last.get(socket);
    if (response === before || !response?.shouldKeepAlive) return;
    if (before !== undefined) before.shouldKeepAlive = true;
    response.shouldKeepAlive = false;
    this.last.set(socket, response);
  }

  /** What was sent before may not have been read yet. */
  private endOnceRead(socket: Connection): void {
    setImmediate(() => setImmediate(() => this.endUnlessOwed(socket)));
  }

  /** What has been ended already lingers, so that its last response arrives. */
  private endUnlessOwed(socket: Connection): void {
    if (this.owed.get(socket)?.size === 0 && !socket.writableEnded) socket.destroySoon();
  }

  private cutOff(): void {
    const late = [...this.owed.values()].filter(({ size }) => size > 0).length;
    if (late > 0) this.ending.cutOff(late);
    for (const socket of this.owed.keys()) socket.destroy();
  }
}
