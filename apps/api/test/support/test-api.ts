import { detailFaults, literally } from './explained.js';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { basename } from 'node:path';
import { createApp } from '../../src/app.js';
import type { App, AppOverrides } from '../../src/app.js';
import type { ApiConfig } from '../../src/config.js';
import { API_ROOT } from '../../src/http/api-root.js';
import { isUserserviceAddress } from '@chat-admin/server/edge/userservice-address';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { RouteIndex } from '../../src/http/route-index.js';
import { DescribedAnswers } from './described-answers.js';
import { DescribedRequests } from './described-requests.js';
import type { Request } from './described-requests.js';
import { createTestDatabase } from './test-database.js';
import type { TestDatabase } from './test-database.js';
import { PgBouncer } from '@chat-admin/debian-programs/pgbouncer';
import type { PgBouncerVersion } from '@chat-admin/debian-programs/pgbouncer';
import { TEST_SECRET, testConfig } from './test-config.js';

export type Form = 'xml' | 'json';
export const forms: readonly Form[] = ['xml', 'json'];

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Call {
  readonly headers?: OutgoingHttpHeaders;
  /** text or bytes, sent verbatim; objects are sent as JSON */
  readonly body?: string | Uint8Array | object | undefined;
  /** default: the shared secret; `null` sends no credentials */
  readonly authorization?: string | null | undefined;
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The error document in one of its forms. @param detail absent: any, where there has to be one */
export function errorText(
  form: Form,
  exception: string,
  message: string,
  resource: string,
  detail?: string,
): string {
  if (detail !== undefined) return writtenError(form, exception, message, resource, detail);
  const text = writtenError(form, exception, message, resource, MARK);
  const [before, after] = text.split(form === 'json' ? MARKED.json : MARKED.xml);
  const any = form === 'json' ? '(,"detail":"(?:[^"\\\\]|\\\\.)+")?' : '(<detail>[^<]+</detail>)?';
  return expect.stringMatching(
    new RegExp(`^${literally(before!)}${any}${literally(after!)}$`),
  ) as string;
}

const MARK = '-detail-';
const MARKED = { json: `,"detail":"${MARK}"`, xml: `<detail>${MARK}</detail>` };

function writtenError(
  form: Form,
  exception: string,
  message: string,
  resource: string,
  detail: string,
): string {
  if (form === 'json') return JSON.stringify({ resource, message, exception, detail });
  const escape = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${XML}<error><exception>${exception}</exception><message>${escape(message)}</message><resource>${escape(resource)}</resource><detail>${escape(detail)}</detail></error>`;
}

interface Described {
  readonly answers: DescribedAnswers;
  readonly requests: DescribedRequests;
}

/** Made once in a process: what apps with the same routes say of themselves is the same. */
const descriptions = new Map<string, Described>();

function descriptionOf(routes: RouteIndex): Described {
  const all = routes.list().join();
  const known = descriptions.get(all);
  if (known) return known;
  const made = {
    answers: new DescribedAnswers(routes),
    requests: new DescribedRequests(routes),
  };
  descriptions.set(all, made);
  return made;
}

/** The real app with a separate database, as a role that may not change the schema, listening on a random port. */
export class TestApi {
  /** `METHOD path` of what has succeeded */
  private readonly answered = new Set<string>();
  /** `METHOD path code` of what has not */
  private readonly refused = new Set<string>();

  private constructor(
    readonly app: App,
    readonly database: TestDatabase,
    readonly baseUrl: URL,
    readonly managementUrl: URL,
    private readonly pooler: PgBouncer | null,
  ) {}

  static async start(
    overrides: Partial<ApiConfig> = {},
    database?: TestDatabase,
    parts: AppOverrides = {},
  ): Promise<TestApi> {
    const own = database ?? (await createTestDatabase('prepared'));
    const pooler = await poolerBefore(own);
    const addresses = {
      databaseUrl: pooler?.through(own.servicesUrl) ?? own.servicesUrl,
      databaseDirectUrl: pooler === null ? null : own.servicesUrl,
    };
    const used = overrides.databaseUrl === undefined ? addresses : {};
    const app = await createApp(testConfig({ ...used, ...overrides }), parts);
    const { url, managementUrl } = await app.listen();
    return new TestApi(app, own, new URL(url), new URL(managementUrl), pooler);
  }

  /** Stops the app and drops its database. */
  async stop(): Promise<void> {
    await this.close();
    await this.pooler?.stop();
    await this.database.drop();
  }

  /** Stops the app alone, whose database others use. */
  async close(): Promise<void> {
    await this.app.close();
    this.writeDownAnswers();
  }

  /** For `tools/test-run/answered-routes.mjs`, of contract tests. */
  private writeDownAnswers(): void {
    const folder = process.env['ANSWERED_ROUTES'];
    if (!folder || !expect.getState().testPath?.includes('/test/contract/')) return;
    const { routes } = this.app;
    const record = {
      routes: routes.list(),
      refusals: routes.refusals(),
      answered: [...this.answered],
      refused: [...this.refused],
    };
    writeFileSync(`${folder}/${randomUUID()}.json`, JSON.stringify(record));
  }

  /** @param path below the API root, sent verbatim */
  send(method: string, path: string, call: Call = {}): Promise<Reply> {
    return this.sendTo(method, `${API_ROOT}${path}`, call);
  }

  /** @param form for `Accept` and, with a body, `Content-Type` */
  call(method: string, path: string, form: Form, body?: Call['body']): Promise<Reply> {
    const type = `application/${form}`;
    const headers = { Accept: type, ...(body === undefined ? {} : { 'Content-Type': type }) };
    return this.send(method, path, { headers, body });
  }

  sendTo(
    method: string,
    address: string,
    { headers, body, authorization }: Call = {},
  ): Promise<Reply> {
    const bytes = encode(body);
    const credentials = authorization === undefined ? TEST_SECRET : authorization;
    return new Promise((resolve, reject) => {
      const sent = request({
        host: this.baseUrl.hostname,
        port: this.baseUrl.port,
        method,
        path: address,
        agent: false,
        headers: {
          ...(credentials === null ? {} : { Authorization: credentials }),
          ...(bytes === null ? {} : { 'Content-Length': bytes.length }),
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const all = Buffer.concat(chunks);
          const { statusCode = 0, headers: received } = reply;
          // a redirection is what its route is for
          const isSuccess = statusCode >= 200 && statusCode < 400;
          const asker = `${method} ${address.replace(/\?.*/s, '')}`;
          const code = received['x-error-code'] as string | undefined;
          if (isSuccess) this.answered.add(asker);
          if (code !== undefined) this.refused.add(`${asker} ${code}`);
          const answer = {
            status: statusCode,
            headers: received,
            text: all.toString(),
            bytes: all,
          };
          const asked = { method, address, headers: headers ?? {}, body: bytes };
          this.faultsOf(asked, answer).then((faults) => {
            if (faults.length === 0) return resolve(answer);
            reject(new Error(`${method} ${address}, ${statusCode}: ${faults.join('; ')}`));
          }, reject);
        });
      });
      sent.end(bytes ?? undefined);
    });
  }

  /** What the API description does not say of a request with success, or of an answer in JSON or XML. */
  private async faultsOf(
    request: Omit<Request, 'suite'>,
    answer: Reply,
  ): Promise<readonly string[]> {
    const { status, headers, text } = answer;
    const { routes, persistence } = this.app;
    const label = headers['content-type']?.replace(/;.*/s, '') ?? '';
    const isPlain = headers['content-encoding'] === undefined && text !== '';
    if (status >= 200 && status < 300) {
      const faults = descriptionOf(routes).requests.faultsOf({ ...request, suite: suiteOf() });
      if (faults.length > 0) return faults;
    }
    const { method, address } = request;
    const { answers } = descriptionOf(routes);
    // the user service answers for itself
    if (status >= 400 && !isUserserviceAddress(address.replace(/\?.*/s, ''))) {
      const code = headers['x-error-code'] as string | undefined;
      const faults = [...answers.faultsOfError(method, address, status, code)];
      if (isPlain) faults.push(...detailFaults(status, code ?? '', label, text));
      if (code === 'scope-missing') faults.push(...answers.faultsOfScope(method, address, text));
      if (faults.length > 0) return faults;
    }
    const isXml = /^(application|text)\/xml$/.test(label);
    if (!isPlain || !(isXml || /^application\/(problem\+)?json$/.test(label))) return [];
    // the description knows no old names and dates
    const { properties } = persistence;
    if (!isXml && properties.read(systemProperty.apiJsonDates) !== 'iso') return [];
    if (!isXml && properties.read(systemProperty.apiJsonNames) !== 'new') return [];
    return answers.faultsOf(method, address, status, label, text);
  }

  /** Stores a system property and waits until the app has applied it. */
  async setProperty(key: string, value: string | null): Promise<void> {
    if (value === null)
      await this.database.sql('delete from system_property where key = $1', [key]);
    else {
      await this.database.sql(
        'insert into system_property (key, value) values ($1, $2) on conflict (key) do update set value = $2',
        [key, value],
      );
    }
    await this.app.persistence.properties.refresh();
  }

  /** The audit entries since the last call, oldest first. */
  async audited(): Promise<{ username: string; summary: string; details: string }[]> {
    const rows = await this.database.sql(
      'with gone as (delete from audit_entry returning *) select username, summary, details from gone order by log_id',
    );
    return rows as { username: string; summary: string; details: string }[];
  }
}

function encode(body: Call['body']): Buffer | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
}

/** `users` of `users.spec.ts` */
const suiteOf = (): string => basename(expect.getState().testPath ?? '').replace(/\.spec\.ts$/, '');

/** With `TEST_POOLER=1.18` or `1.24` all apps are behind that PgBouncer, in transaction mode. */
async function poolerBefore({ url, servicesUrl }: TestDatabase): Promise<PgBouncer | null> {
  const version = process.env['TEST_POOLER'] as PgBouncerVersion | undefined;
  if (version === undefined) return null;
  const roles = [new URL(servicesUrl).username];
  return PgBouncer.start({ url, roles, mode: 'transaction', version });
}
