import type { EngineDatabase } from '@chat-admin/prosody-server/engine-role';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const QUERY = 'Q'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const PROTOCOL_3 = 0x0003_0000;

/**
 * A proxy in front of a PostgreSQL server that counts the client's round trips (simple queries, and
 * the ends of extended ones) and the bytes received. Connections must not be encrypted.
 */
export class DatabaseGauge {
  private readonly sockets = new Set<Socket>();
  private count = 0;
  private bytes = 0;

  private constructor(private readonly server: Server) {}

  /** @param url of a database of the server */
  static async start(url: string): Promise<DatabaseGauge> {
    const { hostname: host, port } = new URL(url);
    const server = createServer();
    const gauge = new DatabaseGauge(server);
    server.on('connection', (client) => gauge.pass(client, connect({ host, port: Number(port) })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gauge;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** round trips since the start */
  get roundTrips(): number {
    return this.count;
  }

  /** bytes received from the server since the start */
  get answeredBytes(): number {
    return this.bytes;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket, server: Socket): void {
    const read = messageReader((type) => {
      if (type === QUERY || type === SYNC) this.count += 1;
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      read(chunk);
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      client.write(chunk);
    });
  }
}

/** The same database, accessed through the gauge. */
export function throughGauge(engine: EngineDatabase, { port }: DatabaseGauge): EngineDatabase {
  return throughPort(engine, port);
}

export function throughPort(engine: EngineDatabase, port: number): EngineDatabase {
  const conninfo = engine.conninfo.replace(/\bport='\d+'/, `port='${port}'`);
  return { ...engine, conninfo: `${conninfo} sslmode='disable'` };
}

/**
 * Calls `visit` with the type of each message from a client, except for the untyped ones at the
 * start of the session.
 */
function messageReader(visit: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let skip = 0;
  let started = false;
  return (chunk) => {
    const skipped = Math.min(skip, chunk.length);
    skip -= skipped;
    rest = Buffer.concat([rest, chunk.subarray(skipped)]);
    while (rest.length >= (started ? 5 : 8)) {
      const length = rest.readUInt32BE(started ? 1 : 0) + (started ? 1 : 0);
      if (started) visit(rest[0]!);
      else started = rest.readUInt32BE(4) === PROTOCOL_3;
      skip = Math.max(0, length - rest.length);
      rest = rest.subarray(Math.min(length, rest.length));
    }
  };
}
