import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP port of a host, 0 for any free one, or the path of a Unix socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string };

/** Hands bytes on between connections to one place and connections of its own to another. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private held = false;

  private constructor(
    private readonly server: Server,
    private readonly target: Place,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async start(place: Place, target: Place): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server, target);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(place, resolve);
    });
    return relay;
  }

  /** Of a relay at a TCP port. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Keeps what arrives to itself, without a word to either side. */
  hold(): void {
    this.held = true;
    for (const socket of this.sockets) socket.pause();
  }

  release(): void {
    this.held = false;
    for (const socket of this.sockets) socket.resume();
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(this.target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.held) from.pause();
    }
  }
}
