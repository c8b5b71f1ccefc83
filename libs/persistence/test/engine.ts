import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from './open-database.js';
import type { OpenDatabase } from './open-database.js';

/** A connection of a chat server. */
export interface EngineSession {
  /** Calls a function of the schema `engine`; lists and objects are passed as JSON. */
  call<T = unknown>(name: string, ...values: readonly unknown[]): Promise<T>;
  query(sql: string): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

export interface ChatEngine extends EngineSession {
  readonly role: string;
  connect(): Promise<EngineSession>;
}

/** A role that may log in to the server of `serverUrl`, with its address of a database. */
export async function loginRole(serverUrl: string, prefix = 'engine') {
  const role = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const password = randomUUID();
  await asSuperuser(serverUrl, `create role ${role} login password '${password}'`);
  const urlOf = (database: string) => {
    const url = new URL(database);
    url.username = role;
    url.password = password;
    return url.href;
  };
  return { role, urlOf, drop: () => asSuperuser(serverUrl, `drop role ${role}`) };
}

export async function asSuperuser(serverUrl: string, sql: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

export async function connectEngine(url: string): Promise<EngineSession> {
  const client = new pg.Client({ connectionString: url, options: '-c lock_timeout=10000' });
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: (sql) => client.query(sql),
    end: () => client.end(),
    call: async <T>(name: string, ...values: readonly unknown[]) => {
      const parameters = values.map((_, index) => `$${index + 1}`).join();
      const { rows } = await client.query<{ value: T }>(
        `select to_jsonb(engine.${name}(${parameters})) as value`,
        values.map((value) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        ),
      );
      return rows[0]!.value;
    },
  };
}

/** A database with all repositories, and a chat server with its regular privileges. */
export function perEngineSuite(): () => {
  readonly open: OpenDatabase;
  readonly engine: ChatEngine;
} {
  let open: OpenDatabase | undefined;
  let login: Awaited<ReturnType<typeof loginRole>> | undefined;
  let session: EngineSession | undefined;
  beforeAll(async () => {
    open = await openDatabase();
    login = await loginRole(open.url);
    await open.query('select admit_chat_engine($1)', [login.role]);
    session = await connectEngine(login.urlOf(open.url));
  });
  afterAll(async () => {
    await session?.end();
    await open?.close();
    await login?.drop();
  });
  return () => ({
    open: open!,
    engine: {
      ...session!,
      role: login!.role,
      connect: () => connectEngine(login!.urlOf(open!.url)),
    },
  });
}

/** Resolves when another session of the database waits for a lock. */
export async function somebodyWaits(query: OpenDatabase['query']): Promise<void> {
  const waiting = `select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await query(waiting)).length === 0);
}
