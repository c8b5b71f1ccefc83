import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { DatabaseServers } from './database-servers.js';
import { ServerClient } from './server-client.js';
import { ServerSilent, SilenceWatch } from './silence.js';

const TIMEOUTS = { silenceMs: 100, answerMs: 300 };

/** Between a client and the server; silenced, it keeps all that it gets. */
class Relay {
  private readonly sockets = new Set<Socket>();
  connections = 0;

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Relay> {
    const relay = new Relay(createServer({ allowHalfOpen: true }));
    relay.server.on('connection', (near) => {
      relay.connections += 1;
      const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      relay.join(near, far);
      relay.join(far, near);
    });
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  silent = false;

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => void (this.silent || to.write(bytes)));
    from.on('end', () => void (this.silent || to.end()));
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  }
}

describe('SilenceWatch', () => {
  let database: TestDatabase;
  let relay: Relay;
  let client: pg.Client;
  let watch: SilenceWatch;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    const url = new URL(database.url);
    relay = await Relay.to(Number(url.port));
    url.host = `127.0.0.1:${relay.port}`;
    client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    watch = new SilenceWatch(client, TIMEOUTS);
  });
  afterEach(async () => {
    relay.stop();
    await client.end().catch(() => undefined);
  });

  it('ends what waits for a server that says nothing to anybody', async () => {
    relay.silent = true;
    watch.expect();
    await expect(client.query('select 1')).rejects.toBeInstanceOf(ServerSilent);
  });

  it('lets a statement take its time, as long as the server answers others', async () => {
    const before = relay.connections;
    watch.expect();
    const { rows } = await client.query('select pg_sleep(1)::text as slept');
    expect(rows).toEqual([{ slept: '' }]);
    expect(relay.connections).toBeGreaterThan(before + 1);
  });

  it('asks nobody while no answer is due', async () => {
    const before = relay.connections;
    relay.silent = true;
    watch.expect();
    client.emit('drain'); // pg has nothing more to ask
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_sleep(0.5)');
    await other.end();
    relay.silent = false;
    expect(relay.connections).toBe(before);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is not waited for to end a connection', async () => {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${relay.port}`;
    const own = new ServerClient({ servers: new DatabaseServers(url.href) });
    await own.connect();
    relay.silent = true;
    await own.end();
    expect(own.connection.stream.destroyed).toBe(true);
  });

  it('leaves nothing behind when a session that has begun cannot be prepared', async () => {
    const own = new ServerClient({ servers: new DatabaseServers(database.url) });
    own.query = (() => Promise.reject(new Error('refused'))) as typeof own.query;
    await expect(own.connect()).rejects.toThrow('refused');
    await once(own, 'end');
    expect(own.connection.stream.destroyed).toBe(true);
  });
});
