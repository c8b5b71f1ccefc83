import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { observed } from './database-observer.js';
import type { DatabaseObserver } from './database-observer.js';
import { aim } from './database-servers.js';
import type { DatabaseServers } from './database-servers.js';
import type { DatabaseHost } from './database-url.js';
import { SilenceWatch } from './silence.js';
import { timelineOf } from './timeline.js';
import { ENDS_WITH_ITS_CLIENT } from './vanished-peers.js';

const READ_ONLY = '25006';

export interface ServerClientConfig extends pg.ClientConfig {
  readonly servers: DatabaseServers;
  readonly observer?: DatabaseObserver | undefined;
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
  private server: DatabaseHost | null = null;

  constructor({ servers, observer, ...config }: ServerClientConfig) {
    super({ ...config, connectionString: servers.url });
    this.servers = servers;
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

  /**
   * What poolers refuse among the parameters of a connection. With many accounts a statement would be compiled for longer
   * than it runs.
   */
  private async prepareSession(): Promise<this> {
    try {
      await this.query(`set jit = off; ${ENDS_WITH_ITS_CLIENT}`);
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
    const own = this.query.bind(this) as (...given: unknown[]) => unknown;
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
    try {
      return await (client.query as (...given: unknown[]) => Promise<unknown>)(...given);
    } catch (error) {
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
