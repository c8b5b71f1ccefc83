import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import {
  testDatabase,
  TEST_DOMAIN,
  TEST_SECRET,
} from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { UnusableWord } from '../../src/outcome/failures.js';
import { runCommandLine } from '../../src/program/command-line.js';

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param typed what is asked for; `null`: there is nothing */
export async function run(
  words: string,
  environment: NodeJS.ProcessEnv,
  typed: string | null = null,
): Promise<Run> {
  let out = '';
  let err = '';
  const code = await runCommandLine(words.split(' '), {
    environment,
    print: (text) => (out += text),
    complain: (text) => (err += text),
    askSecret: async (question) => {
      if (typed === null) throw new UnusableWord(question);
      return typed;
    },
  });
  return { code, out, err };
}

/** A database that a running API uses, and commands on it, both as a role that may not change the schema. */
export class CommandWorld {
  private constructor(
    readonly database: TestDatabase,
    private readonly pool: pg.Pool,
    private readonly app: App,
    readonly api: string,
    readonly management: URL,
  ) {}

  static async open(managementPort = 0): Promise<CommandWorld> {
    const database = await testDatabase();
    const config = Object.assign(new ApiConfig(), {
      port: 0,
      managementPort,
      databaseUrl: database.appUrl,
      databasePoolSize: 4,
      xmppDomain: TEST_DOMAIN,
      scramIterations: 4096,
      // tests take entries away
      auditSealSeconds: 0,
      logLevel: 'silent',
    });
    const app = await createApp(config);
    const { url, managementUrl } = await app.listen();
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const api = `${url}/plugins/restapi/v1`;
    return new CommandWorld(database, pool, app, api, new URL(managementUrl));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.pool.end();
    await this.database.drop();
  }

  run(words: string, environment: NodeJS.ProcessEnv = {}, typed?: string): Promise<Run> {
    return run(words, { DATABASE_URL: this.database.appUrl, ...environment }, typed);
  }

  async sql(text: string): Promise<Record<string, unknown>[]> {
    return (await this.pool.query<Record<string, unknown>>(text)).rows;
  }

  async store(key: string, value: string): Promise<void> {
    await this.sql(
      `insert into system_property values ('${key}', '${value}')
       on conflict (key) do update set value = excluded.value`,
    );
  }

  /** The status for a caller of the API. */
  async status(authorization = TEST_SECRET): Promise<number> {
    const headers = { Authorization: authorization };
    const reply = await fetch(`${this.api}/users`, { headers, redirect: 'manual' });
    await reply.arrayBuffer();
    return reply.status;
  }

  /** Resolves once a caller is answered with `expected`. */
  async answers(expected: number, authorization?: string): Promise<void> {
    for (let status = 0; status !== expected;) status = await this.status(authorization);
  }

  /** Summaries of the audit entries that were added by `work`, with who did it. */
  async audited(work: () => Promise<unknown>): Promise<readonly string[]> {
    await this.sql('delete from audit_entry');
    await work();
    const entries = await this.sql('select username, summary from audit_entry order by log_id');
    return entries.map(({ username, summary }) => `${String(username)}: ${String(summary)}`);
  }
}
