import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import pg from 'pg';
import type { LoadJob, LoadResult } from './load/load-job.js';
import { createUsers, SECRET } from './load/requests.js';
import { Child } from './processes/child.js';
import { apiMain, compiled, roomsDataScript } from './processes/paths.js';
import { postgresCpuMs } from './processes/postgres-cpu.js';
import { Server } from './processes/server.js';

const execute = promisify(execFile);

/** The minimum that the API accepts; a higher value would only make the bench longer. */
export const DERIVE_ITERATIONS = 4096;
export const USERS = 10_000;
export const LISTED_ROOMS = 10_000;
export const LISTED_SERVICE = 'salon';
const BULK = 1000;

export type Variant = 'fixed-keys' | 'single-reads';
export type Floor =
  | 'constant'
  | 'read-user'
  | 'create-user'
  | 'list-users'
  | 'read-room'
  | 'list-rooms'
  | 'add-member';

/** The environment of the measures: a separate, durable PostgreSQL, and server processes. */
export class Bed {
  private readonly running: { stop(): Promise<void> }[] = [];
  private nextNumber = 0;
  private groupChat: Promise<void> | null = null;

  private constructor(
    /** of its files */
    readonly directory: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly loads: readonly Child[],
  ) {}

  static async make(): Promise<Bed> {
    const directory = await mkdtemp(join(tmpdir(), 'chat-admin-bench-'));
    await chmod(directory, 0o711); // the server's account has to traverse it
    const postgres = await startEmbeddedPostgres({ directory: join(directory, 'data') });
    const load = (name: string) => Child.start(name, { script: compiled('load/load-process') });
    return new Bed(directory, postgres, [load('load'), load('second load')]);
  }

  /** The API as shipped, except for `variant`. */
  async api(
    variant?: Variant,
    database?: string,
    script = apiMain,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Server> {
    const extra = process.env['BENCH_API_NODE_ARGUMENTS'];
    const server = await Server.start(`api ${variant ?? ''}`, {
      script,
      preload: variant ? [compiled(`variants/${variant}`)] : [],
      nodeArguments: extra ? extra.split(' ') : [],
      environment: {
        DATABASE_URL: this.address(database),
        API_PORT: '0',
        MANAGEMENT_PORT: '0',
        API_INITIAL_SECRET: SECRET,
        API_SCRAM_ITERATIONS: String(DERIVE_ITERATIONS),
        XMPP_DOMAIN: 'example.org',
        LOG_LEVEL: 'error',
        ...environment,
      },
    });
    this.running.push(server);
    return server;
  }

  async floor(name: Floor, environment: NodeJS.ProcessEnv = {}): Promise<Server> {
    const server = await Server.start(name, {
      script: compiled(`floors/${name}`),
      environment: { DATABASE_URL: this.address(), ...environment },
    });
    this.running.push(server);
    return server;
  }

  /** The process of F3 and F5. */
  script(): Child {
    const environment = { DATABASE_URL: this.address() };
    const child = Child.start('script', { script: compiled('floors/script'), environment });
    this.running.push(child);
    return child;
  }

  /** A process that only parses. */
  parser(): Child {
    const child = Child.start('parser', { script: compiled('floors/parse') });
    this.running.push(child);
    return child;
  }

  /** @param which two concurrent jobs need two processes */
  load(job: LoadJob, which: 0 | 1 = 0): Promise<LoadResult> {
    return this.loads[which]!.ask<LoadResult>('run', job);
  }

  /** Numbers that no other request of the bench uses. */
  numbers(count: number): { readonly kind: 'sequence'; readonly from: number } {
    const from = this.nextNumber;
    this.nextNumber += count;
    return { kind: 'sequence', from };
  }

  /** Users in bulk requests of 1,000. */
  async fill(server: Pick<Server, 'port'>, users: number, prefix: string): Promise<void> {
    await this.load({
      port: server.port,
      request: createUsers('json', BULK, prefix),
      numbers: { kind: 'sequence', from: 0 },
      connections: 1,
      until: { requests: users / BULK },
    });
  }

  /** `rooms` rooms of ten people in `conference`, and {@link LISTED_ROOMS} of twenty beside them. */
  fillRooms(rooms: number): Promise<void> {
    return (this.groupChat ??= this.roomsData(rooms, 10).then(() =>
      this.roomsData(LISTED_ROOMS, 20, LISTED_SERVICE),
    ));
  }

  private async roomsData(rooms: number, people: number, service = 'conference'): Promise<void> {
    await execute(process.execPath, [
      ...[roomsDataScript, this.address()],
      ...[rooms, people].map(String),
      service,
    ]);
  }

  /** Runs a statement on the database; only numbers and names, nothing is escaped here. */
  async sql(text: string, database?: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.address(database) });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  /** Ends the servers of a measure, so that the next one has the machine to itself. */
  async clear(): Promise<void> {
    await Promise.all(this.running.splice(0).map((server) => server.stop()));
  }

  async close(): Promise<void> {
    await this.clear();
    await Promise.all(this.loads.map((load) => load.stop()));
    await this.postgres.stop();
    for (const path of [this.postgres.directory, this.directory]) {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** CPU time of the database server since its start. */
  postgresCpuMs(): Promise<number> {
    return postgresCpuMs(this.postgres.directory);
  }

  /** A folder that is removed with the bed, and that other accounts can traverse. */
  async folder(name: string): Promise<string> {
    const path = join(this.directory, name);
    await mkdir(path);
    await chmod(path, 0o711);
    return path;
  }

  /** Stops `server` with those of the measure. */
  keep(server: { stop(): Promise<void> }): void {
    this.running.push(server);
  }

  address(database?: string): string {
    const url = new URL(this.postgres.url);
    if (database !== undefined) url.pathname = `/${database}`;
    return url.href;
  }
}
