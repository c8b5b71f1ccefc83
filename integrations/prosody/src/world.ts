import { randomBytes } from 'node:crypto';
import { createApp, type App, type AppOverrides } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import {
  TEST_DOMAIN,
  TEST_SECRET,
  testDatabase,
} from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { type EngineDatabase, prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { ProsodyChatServer } from '@chat-admin/prosody-bridge/prosody-chat-server';
import type { LuaValue } from '@chat-admin/prosody-server/prosody-options';
import pg from 'pg';
import { Api } from './api.js';
import { BreakablePostgres } from './breakable-postgres.js';
import { ChatClient } from './chat-client.js';
import { DatabaseGauge, throughGauge, throughPort } from './database-gauge.js';
import { BRIDGE_TOKEN, ProsodyControl } from './prosody-control.js';
import type { Login, TransportName } from './transport.js';

/** Timeout of notices, as long as people wait for what comes to them. */
const NOTICE_MS = 60_000;

export interface WorldOptions {
  /** overrides of Prosody's settings */
  readonly prosody?: Readonly<Record<string, LuaValue>>;
  /** folders with the program `prosody`; default: PATH */
  readonly programs?: readonly string[] | null;
  /** overrides of the API's settings */
  readonly api?: Partial<ApiConfig>;
  /**
   * a separate PostgreSQL server, which may be killed: `postgres`; default: that of the test run
   */
  readonly breakablePostgres?: boolean;
  /** a PostgreSQL server of the suite's, as its superuser, and the port at which Prosody reaches it */
  readonly server?: { readonly url: string; readonly enginePort: number };
  /** nothing repairs what a notice has missed; notices take their time, also on a busy machine */
  readonly noticesAlone?: boolean;
  /** counts Prosody's round trips to the database: `gauge` */
  readonly gauged?: boolean;
}

/**
 * The real thing, for the domain example.org: PostgreSQL, Prosody, the API, people at their
 * clients.
 */
export class World {
  readonly domain = TEST_DOMAIN;
  private readonly clients = new Set<ChatClient>();

  private constructor(
    readonly api: Api,
    readonly prosody: ProsodyControl,
    readonly app: App,
    /** how Prosody connects to the database */
    readonly engine: EngineDatabase,
    private readonly pool: pg.Pool,
    private readonly ownPostgres: BreakablePostgres | null,
    private readonly ownGauge: DatabaseGauge | null,
    /** of its owner */
    readonly databaseUrl: string,
    /** of the API, which may not change the schema */
    readonly servicesUrl: string,
    private readonly cleanups: (() => Promise<unknown>)[],
  ) {}

  static async start(options: WorldOptions = {}): Promise<World> {
    const cleanups: (() => Promise<unknown>)[] = [];
    try {
      const postgres = options.breakablePostgres ? await BreakablePostgres.start() : null;
      if (postgres) cleanups.unshift(() => postgres.remove());
      const database = await testDatabase(postgres?.url ?? options.server?.url);
      const role = `chat_engine_${randomBytes(6).toString('hex')}`;
      if (!postgres && !options.server) cleanups.unshift(() => dropAll(database, role));
      let engine: EngineDatabase = await prepareEngineRole({ databaseUrl: database.url, role });
      if (options.server) engine = throughPort(engine, options.server.enginePort);
      const gauge = options.gauged ? await DatabaseGauge.start(database.url) : null;
      if (gauge) {
        cleanups.unshift(() => gauge.stop());
        engine = throughGauge(engine, gauge);
      }
      const prosody = await ProsodyControl.start(
        TEST_DOMAIN,
        engine,
        {
          ...(options.noticesAlone ? { chat_reconcile_interval: 3_600, chat_lease: 60 } : {}),
          ...options.prosody,
        },
        options.programs,
      );
      cleanups.unshift(() => prosody.remove());
      const config = apiConfig(database.appUrl, prosody.url, options.api);
      const chatServer = options.noticesAlone ? noticesWithLongTimeout(prosody.url) : null;
      if (chatServer) cleanups.unshift(async () => chatServer.close());
      const app = await createApp(config, chatServer ? { chatServer } : {});
      cleanups.unshift(() => app.close());
      const { url } = await app.listen();
      const pool = new pg.Pool({ connectionString: database.url, max: 2 });
      pool.on('error', () => undefined);
      cleanups.unshift(() => pool.end());
      const api = new Api(url, TEST_SECRET);
      return new World(
        ...([api, prosody, app, engine, pool, postgres, gauge] as const),
        ...([database.url, database.appUrl, cleanups] as const),
      );
    } catch (error) {
      await runAll(cleanups).catch(() => undefined);
      throw error;
    }
  }

  /** Logs everyone out and removes everything. */
  async stop(): Promise<void> {
    await this.ownPostgres?.awake(); // nothing can be closed cleanly before
    await Promise.all([...this.clients].map((client) => client.close().catch(() => client.cut())));
    await runAll(this.cleanups);
  }

  /** The server of a world started with `breakablePostgres`. */
  get postgres(): BreakablePostgres {
    if (!this.ownPostgres) throw new Error('This world shares the PostgreSQL server of the run');
    return this.ownPostgres;
  }

  /** Of a world started with `gauged`. */
  get gauge(): DatabaseGauge {
    if (!this.ownGauge) throw new Error('This world does not count calls of the database');
    return this.ownGauge;
  }

  /** Runs a statement as the owner of the database and returns its rows. */
  async sql<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.pool.query(text, [...values])).rows as Row[];
  }

  /** Locks a table against all others, including readers. @returns releases it */
  async lock(table: string, schema = 'public'): Promise<() => Promise<void>> {
    const client = await this.pool.connect();
    const name = [schema, table].map((part) => pg.escapeIdentifier(part)).join('.');
    await client.query(`begin; lock table ${name}`);
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  /**
   * Starts another instance of the API on the same database, which ends with the world or before.
   * @param own settings that override those of the first one
   */
  async anotherApi(
    own: Partial<ApiConfig>,
    overrides?: AppOverrides,
  ): Promise<Api & { close(): Promise<void> }> {
    const app = await createApp(apiConfig(this.servicesUrl, this.prosody.url, own), overrides);
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= app.close());
    this.cleanups.unshift(close);
    return Object.assign(new Api((await app.listen()).url, TEST_SECRET), { close });
  }

  /** Creates accounts through the API; their passwords are {@link passwordOf}. */
  async accounts(...usernames: string[]): Promise<void> {
    for (const username of usernames) {
      await this.api.done('POST', '/users', { username, password: passwordOf(username) });
    }
  }

  /** Logs a person in, without sending presence. @throws LoginRefused */
  async login(
    username: string,
    login: Partial<Login> & { readonly transport?: TransportName } = {},
  ): Promise<ChatClient> {
    const { transport = 'tcp', ...rest } = login;
    const client = await ChatClient.login(transport, this.prosody.place, {
      username,
      password: passwordOf(username),
      ...rest,
    });
    this.clients.add(client);
    void client.ended.then(() => this.clients.delete(client));
    return client;
  }

  /** Logs a person in and sends available presence. */
  async online(...given: Parameters<World['login']>): Promise<ChatClient> {
    const client = await this.login(...given);
    await client.available();
    return client;
  }
}

export const passwordOf = (username: string): string => `password-of-${username}`;

function apiConfig(databaseUrl: string, chatServerUrl: string, own: Partial<ApiConfig> = {}) {
  return Object.assign(new ApiConfig(), {
    port: 0,
    managementPort: 0,
    databaseUrl,
    databasePoolSize: 6,
    scramIterations: 4096,
    logLevel: 'silent',
    chatServerUrl,
    chatServerToken: BRIDGE_TOKEN,
    // events are counted
    auditSealSeconds: 0,
    ...own,
  });
}

function noticesWithLongTimeout(url: string): ProsodyChatServer {
  const log = { info: () => undefined, warn: () => undefined };
  const chatServer = new ProsodyChatServer({
    ...{ url, token: BRIDGE_TOKEN, domain: TEST_DOMAIN, log },
    noticeTimeoutMs: NOTICE_MS,
  });
  chatServer.start();
  return chatServer;
}

/** Runs each in order, whatever happened before. @throws the first failure, at the end */
async function runAll(cleanups: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of cleanups) {
    await cleanup().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Roles belong to the server, so a left-over one would outlive its database. */
async function dropAll(database: TestDatabase, role: string): Promise<void> {
  await database.drop();
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  try {
    await client.query(`drop role if exists ${role}`);
  } finally {
    await client.end();
  }
}
