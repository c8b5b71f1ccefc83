import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** What happens at a message of the client: nothing, or somebody kills it before or after the server has it. */
export type Watch = (message: { readonly index: number; readonly text: string }) => Then;
export type Then = 'pass' | 'cut before' | 'cut after';

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * Stands between a process and its PostgreSQL, and shows each message of the process, so that a test acts at an exact place: message
 * by message of the protocol, not by time.
 */
export class WatchedConnection {
  /** messages so far, of all connections */
  messages = 0;
  private watch: Watch = () => 'pass';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly upstream: URL,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  static async to(url: string): Promise<WatchedConnection> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WatchedConnection(server, new URL(url));
  }

  /** the database, by way of this */
  get url(): string {
    const url = new URL(this.upstream);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Counts from 0 again. */
  begin(watch: Watch): void {
    this.messages = 0;
    this.watch = watch;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    const { hostname, port } = this.upstream;
    const server = connect(Number(port || 5432), hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
    }
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    server.pipe(client);
    let waiting = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (;;) {
        const typed = isStarted ? TYPE_BYTES : 0;
        if (waiting.length < typed + LENGTH_BYTES) return;
        const size = typed + waiting.readUInt32BE(typed);
        if (waiting.length < size) return;
        const message = waiting.subarray(0, size);
        waiting = waiting.subarray(size);
        if (!isStarted) server.write(message);
        else if (!this.passes(message, server)) return;
        isStarted = true;
      }
    });
  }

  /** @returns whether the connection goes on */
  private passes(message: Buffer, server: Socket): boolean {
    const text = message.toString('latin1', TYPE_BYTES + LENGTH_BYTES);
    const then = this.watch({ index: this.messages++, text });
    if (then === 'cut before') server.destroy();
    else server.write(message, () => then === 'cut after' && server.end());
    return then === 'pass';
  }
}
