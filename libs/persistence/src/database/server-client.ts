import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { isUnknownName } from './database-error.js';
import { observed } from './database-observer.js';
import type { DatabaseObserver } from './database-observer.js';
import { aim } from './database-servers.js';
import type { DatabaseServers } from './database-servers.js';
import type { DatabaseHost } from './database-url.js';
import { SilenceWatch } from './silence.js';
import { timelineOf } from './timeline.js';
import { SESSION_SETTINGS } from './session-settings.js';

const READ_ONLY = '25006';

export interface ServerClientConfig extends pg.ClientConfig {
  readonly servers: DatabaseServers;
  readonly observer?: DatabaseObserver | undefined;
  /** of the session, which a pooler in transaction mode has to get from its role */
  readonly limits?: Readonly<Record<string, string>>;
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * A connection to the server that takes writes, where the address names several; any other one is
 * refused. What the server answers with errors is reported. It ends when the server can no longer be reached.
 */
export class ServerClient extends pg.Client {
  /** the server has refused a write, and might go on to do so in this session */
  refusedWrite = false;
  private readonly servers: DatabaseServers;
  private readonly settings: Readonly<Record<string, string>>;
  private server: DatabaseHost | null = null;

  constructor({ servers, observer, limits, ...config }: ServerClientConfig) {
    super({ ...config, connectionString: servers.url });
    this.servers = servers;
    this.settings = { ...SESSION_SETTINGS, ...limits };
    this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      this.refusedWrite ||= code === READ_ONLY;
      servers.report(code);
    });
    this.on('error', () => servers.doubt(this.server));
    this.watchSilence(observer);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const connected = (this.servers.several ? this.connectToPrimary() : super.connect()).then(() =>
      this.prepareSession(),
    );
    if (callback === undefined) return connected;
    // what the callback throws is no failure to connect
    connected.then(
      () => process.nextTick(callback, null, this),
      (error: Error) => process.nextTick(callback, error),
    );
  }

  /** The process id of the session as the server said when it connected; a pooler invents one. */
  get toldPid(): number {
    return (this as unknown as { readonly processID: number }).processID;
  }

  /** What poolers refuse among the parameters of a connection; one that lends sessions would set it for somebody else. */
  private async prepareSession(): Promise<this> {
    const { poolMode } = this.servers;
    if (poolMode === 'transaction') return this;
    const set = Object.entries(this.settings).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    );
    const isOwn = poolMode === 'session' ? 'true' : `pg_backend_pid() = ${this.toldPid}`;
    try {
      await this.query(`select ${set.join()} where ${isOwn}`);
      return this;
    } catch (error) {
      void this.end().catch(() => undefined); // the pool knows nothing of it yet
      throw error;
    }
  }

  /** After the farewell; a server that hangs would not answer that by closing the connection. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection;
    stream.once('finish', () => stream.destroy());
    return callback === undefined ? super.end() : super.end(callback);
  }

  /** Whatever is asked, the answer is due. */
  private watchSilence(observer: DatabaseObserver | undefined): void {
    const watch = new SilenceWatch(this);
    const { names } = this.servers;
    const own = names.unnamed(this.query.bind(this) as (...given: unknown[]) => unknown);
    const query = observer === undefined ? own : observed(own, observer);
    this.query = ((...given: unknown[]) => {
      watch.expect();
      return query(...given);
    }) as typeof this.query;
  }

  private async connectToPrimary(): Promise<pg.Client> {
    this.server = await this.servers.primary();
    aim(this, this.server);
    try {
      await super.connect();
      this.servers.require(await timelineOf(this));
      return this;
    } catch (error) {
      this.servers.doubt(this.server);
      void this.end().catch(() => undefined);
      throw error;
    }
  }
}

/**
 * Keeps a connection whose statement has failed, as long as it serves: a full disk may admit no new ones. Keeps none that
 * has refused a write: the next one may lead to another server.
 */
export class ServerPool extends pg.Pool {
  readonly observer: DatabaseObserver | undefined;

  constructor(config: pg.PoolConfig & { readonly observer?: DatabaseObserver }) {
    super({ ...config, Client: ServerClient as unknown as typeof pg.Client });
    this.observer = config.observer;
    if (this.observer !== undefined) this.connect = timed(this.connect.bind(this), this.observer);
    this.on('release', (_, client) => {
      if ((client as pg.Client as ServerClient).refusedWrite) void client.end();
    });
  }

  override query = (async (...given: Parameters<pg.Client['query']>) => {
    const client = await this.connect();
    let fault: Error | undefined;
    const lost = (error: Error) => (fault = error);
    client.once('error', lost);
    const run = () => (client.query as (...given: unknown[]) => Promise<unknown>)(...given);
    try {
      return await run();
    } catch (error) {
      // it has not run, and has no name from now on
      if (isUnknownName(error)) return await run();
      if (!isOfStatement(error)) fault = error as Error;
      throw error;
    } finally {
      client.off('error', lost);
      client.release(fault);
    }
  }) as pg.Pool['query'];
}

/** Whether the connection goes on. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

/** `connect` of a pool, which tells how long a connection was waited for. */
function timed(connect: pg.Pool['connect'], observer: DatabaseObserver): pg.Pool['connect'] {
  const take = connect as (...given: unknown[]) => Promise<unknown> | void;
  return ((callback?: (...given: unknown[]) => void) => {
    const began = performance.now();
    const end = () => observer.waited((performance.now() - began) / 1000);
    if (callback === undefined) {
      const taken = take() as Promise<unknown>;
      taken.then(end, end);
      return taken;
    }
    // whoever gives a connection back is of another request
    const waiting = new AsyncResource('PoolConnection');
    return take((...given: unknown[]) => {
      end();
      waiting.runInAsyncScope(callback, undefined, ...given);
    });
  }) as pg.Pool['connect'];
}
