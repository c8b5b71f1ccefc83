import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A proxy in front of the database that can be interrupted. */
export class WayToDatabase {
  private readonly sockets = new Set<Socket>();
  private turnedAway: (() => void) | null = null;

  private constructor(
    private readonly server: Server,
    /** the database's address through the proxy */
    readonly url: string,
  ) {}

  static async open(databaseUrl: string): Promise<WayToDatabase> {
    const target = new URL(databaseUrl);
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = new URL(databaseUrl);
    url.port = String((server.address() as AddressInfo).port);
    const way = new WayToDatabase(server, url.href);
    server.on('connection', (socket) => way.pass(socket, target));
    return way;
  }

  /** Breaks all connections and refuses new ones until that many were attempted. */
  async closeUntilTried(times: number): Promise<void> {
    await new Promise<void>((resolve) => {
      let left = times;
      this.turnedAway = () => {
        left -= 1;
        if (left === 0) resolve();
      };
      for (const socket of this.sockets) socket.destroy();
    });
    this.turnedAway = null;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(socket: Socket, { hostname, port }: URL): void {
    socket.on('error', () => undefined);
    if (this.turnedAway !== null) {
      socket.destroy();
      this.turnedAway();
      return;
    }
    const onward = connect(Number(port), hostname);
    onward.on('error', () => undefined);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.pipe(onward).pipe(socket);
  }
}
