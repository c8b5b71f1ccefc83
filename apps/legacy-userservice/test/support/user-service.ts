import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import {
  TEST_DOMAIN,
  TEST_SECRET,
  testDatabase,
} from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import pg from 'pg';
import { createApp } from '../../src/app.js';
import type { App, AppOverrides } from '../../src/app.js';
import { LegacyConfig } from '../../src/config.js';

export const ADDRESS = USERSERVICE_ADDRESSES[0];
export const PASSWORD = 'p1-secret';
export const FORM = 'application/x-www-form-urlencoded';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Way {
  readonly method: 'GET' | 'POST';
  readonly address: string;
}

/** GET and POST at each address. */
export const ways: readonly Way[] = USERSERVICE_ADDRESSES.flatMap((address) => [
  { method: 'GET', address },
  { method: 'POST', address },
]);

/** Values, to be percent-encoded; `undefined` omits a parameter. */
export type Sent = Readonly<Record<string, string | undefined>>;

/** Sends parameters; text in `raw` is appended verbatim. */
export function encoded(parameters: Sent): string {
  const { raw, ...rest } = parameters;
  const pairs = Object.entries(rest).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs as [string, string][]).toString();
  return raw === undefined ? text : [text, raw].filter(Boolean).join('&');
}

/** The real app with a separate database, as a role that may not change the schema, listening on a random port. */
export class TestUserService {
  /** the types that a call was answered without an error for */
  readonly succeeded = new Set<string>();

  private constructor(
    readonly app: App,
    readonly database: TestDatabase,
    readonly url: URL,
    readonly managementUrl: string,
    private readonly pool: pg.Pool,
  ) {}

  static async start(
    overrides: Partial<LegacyConfig> = {},
    parts: AppOverrides = {},
  ): Promise<TestUserService> {
    const database = await testDatabase();
    const config = Object.assign(new LegacyConfig(), {
      port: 0,
      managementPort: 0,
      databaseUrl: database.appUrl,
      databasePoolSize: 6,
      xmppDomain: TEST_DOMAIN,
      scramIterations: 4096,
      logLevel: 'silent',
      ...overrides,
    });
    const app = await createApp(config, parts);
    const { url, managementUrl } = await app.listen();
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    return new TestUserService(app, database, new URL(url), managementUrl, pool);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.pool.end();
    await this.database.drop();
  }

  async sql(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.pool.query(text, [...values])).rows;
  }

  /** Sends parameters, in the query or as a form, with the right secret unless another is given. */
  async call(
    parameters: Sent,
    { method, address }: Way = { method: 'GET', address: ADDRESS },
  ): Promise<Reply> {
    const text = encoded({ secret: TEST_SECRET, ...parameters });
    const reply = await (method === 'GET'
      ? this.send('GET', `${address}?${text}`)
      : this.send('POST', address, { 'Content-Type': FORM }, text));
    if (reply.text.startsWith('<result>')) this.succeeded.add(`${parameters['type']}`);
    return reply;
  }

  /** @param target sent verbatim */
  send(
    method: string,
    target: string,
    headers: OutgoingHttpHeaders = {},
    body?: string | Uint8Array,
  ): Promise<Reply> {
    return exchange(this.url, method, target, headers, body);
  }

  /** Stores a system property and waits until the app has applied it. */
  async setProperty(key: string, value: string | null): Promise<void> {
    if (value === null) await this.sql('delete from system_property where key = $1', [key]);
    else {
      await this.sql(
        'insert into system_property (key, value) values ($1, $2) on conflict (key) do update set value = $2',
        [key, value],
      );
    }
    await this.app.persistence.properties.refresh();
  }

  /** The audit entries since the last call, oldest first. */
  async audited(): Promise<{ username: string; summary: string; details: string }[]> {
    const rows = await this.sql(
      'with gone as (delete from audit_entry returning *) select username, summary, details from gone order by log_id',
    );
    return rows as { username: string; summary: string; details: string }[];
  }

  /** All stored rows that the user service could change. */
  async stored(): Promise<readonly string[]> {
    const tables = [
      'account',
      'account_credential',
      'lockout',
      'roster_item',
      'user_group',
      'group_member',
      'system_property',
    ];
    const rows = await this.sql(
      tables
        .map((table) => `select '${table} ' || "${table}"::text as row from "${table}"`)
        .join(' union all ') + ' order by 1',
    );
    return rows.map(({ row }) => String(row));
  }

  /** Just ann, her contact bob, and cara, who is with her in the shared group Crew. */
  async seed(): Promise<void> {
    await this.sql('delete from user_group');
    await this.sql('delete from account');
    for (const parameters of [
      { type: 'add', username: 'ann', password: PASSWORD, groups: 'Crew' },
      { type: 'add', username: 'bob', password: PASSWORD },
      { type: 'add', username: 'cara', password: PASSWORD, groups: 'Crew' },
      { type: 'add_roster', username: 'ann', item_jid: 'bob@example.org', name: 'Bob' },
    ]) {
      const { text } = await this.call(parameters);
      if (text !== '<result>OK</result>') throw new Error(`${parameters.type}: ${text}`);
    }
    await this.sql("update user_group set shared = true where name = 'Crew'");
    await this.audited();
  }
}

export function exchange(
  { hostname, port }: URL,
  method: string,
  target: string,
  headers: OutgoingHttpHeaders = {},
  body?: string | Uint8Array,
): Promise<Reply> {
  const bytes = body === undefined ? null : Buffer.from(body as string);
  const length = bytes === null ? {} : { 'Content-Length': bytes.length };
  return new Promise((resolve, reject) => {
    const sent = request({
      host: hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: { ...length, ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const { statusCode = 0, headers: received } = reply;
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.end(bytes ?? undefined);
  });
}

/** A documented reply: status 200, its type, a single element. */
export function expectReply(reply: Reply, text: string): void {
  expect({ status: reply.status, type: reply.headers['content-type'], text: reply.text }).toEqual({
    status: 200,
    type: 'text/xml; charset=UTF-8',
    text,
  });
}

/** An error document in XML. Contract: core 1.7 */
export function expectDocument(
  reply: Reply,
  status: number,
  exception: string,
  resource: string,
): void {
  expect({ status: reply.status, type: reply.headers['content-type'] }).toEqual({
    status,
    type: 'application/xml',
  });
  expect(reply.text).toMatch(
    new RegExp(`<error><exception>${exception}</exception><message>[^<]+</message>`),
  );
  expect(reply.text).toContain(`<resource>${resource}</resource></error>`);
}
