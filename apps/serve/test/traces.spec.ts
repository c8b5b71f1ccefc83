import { fileURLToPath } from 'node:url';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { TEST_TOKEN, TestBridge } from '@chat-admin/prosody-bridge/testing/test-bridge';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import pg from 'pg';
import { Collector } from './support/collector.js';
import type { Span } from './support/collector.js';
import { SECRET, send, Service } from './support/service.js';

const ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SERVER_FAULT = 2;
/** Not bundled, so that each module is told. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const TELL_MODULES = fileURLToPath(new URL('support/tell-modules.cjs', import.meta.url));
const ROOT = '/plugins/restapi/v1';
const LEGACY = `${ROOT}/userservice`;

const suite = await suiteNeeds(describe, 'traces', ['redis-server']);

suite('traces', () => {
  let database: TestDatabase;
  let bridge: TestBridge;
  let redis: TemporaryRedis;
  let collector: Collector;
  let service: Service;
  beforeAll(async () => {
    [database, bridge, redis, collector] = await Promise.all([
      testDatabase(),
      TestBridge.start(),
      startTemporaryRedis(),
      Collector.start(),
    ]);
  });
  afterEach(() => service.stop());
  afterAll(async () => {
    await Promise.all([database.drop(), bridge.stop(), redis.stop(), collector.stop()]);
  });

  /** @returns the address of the API */
  async function start(more: Readonly<Record<string, string>> = {}): Promise<string> {
    const environment = {
      ...{ DATABASE_URL: database.appUrl, XMPP_DOMAIN: 'example.org', REDIS_URL: redis.url },
      ...{ CHAT_SERVER_URL: bridge.url, CHAT_SERVER_TOKEN: TEST_TOKEN, LOG_FORMAT: 'json' },
      ...{ OTEL_BSP_SCHEDULE_DELAY: '50', NODE_OPTIONS: `--require ${TELL_MODULES}` },
      ...more,
    };
    service = Service.launch(environment, MAIN);
    await service.ready();
    await until('the chat server is attached', () => bridge.probes > 0);
    return service.said(/The API listens on ([^\s"]+)/);
  }

  async function modules(): Promise<string> {
    service.child.kill('SIGUSR2');
    return until('it tells', () => /modules of the SDK: (.+)/.exec(service.output)?.[1] ?? null);
  }

  async function detailsOf(summary: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ details: string }>(
      'select details from audit_entry where summary like $1 order by log_id desc limit 1',
      [summary],
    );
    await client.end();
    return rows[0]!.details;
  }

  const call = (url: string, method: string, path: string, body?: object, traced = true) =>
    send(`${url}${path}`, {
      method,
      headers: {
        ...{ authorization: SECRET, accept: 'application/json' },
        ...(traced ? { traceparent: `00-${ID}-${CALLER}-01` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const spansOf = (id: string) => collector.spans.filter(({ traceId }) => traceId === id);
  const request = (name: string): Promise<Span> =>
    until(
      `there is a span ${name}`,
      () => collector.spans.find((span) => span.name === name) ?? null,
      30_000,
    ).catch((error: Error) => {
      throw new Error(`${error.message} ${collector.spans.map((span) => span.name).join()}`);
    });

  it('of one request have one id in log, audit, call of the chat server and spans', async () => {
    const api = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=the%20key',
    });
    expect(
      (await call(api, 'POST', '/users', { username: 'ann', password: 'p1-secret' })).status,
    ).toBe(201);
    bridge.traces.length = 0;
    expect((await call(api, 'POST', '/lockouts/ann')).status).toBe(201);
    const lockout = await request(`POST ${ROOT}/lockouts/:username`);
    expect(lockout).toMatchObject({ traceId: ID, parentSpanId: CALLER, status: {} });
    expect(lockout.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 201 },
    });
    expect(bridge.traces).toEqual([`00-${ID}-${lockout.spanId}-01`]);
    const children = await until('its calls are told', () => {
      const found = spansOf(ID).filter(({ parentSpanId }) => parentSpanId === lockout.spanId);
      return found.some(({ name }) => name.startsWith('chat server ')) && found;
    });
    const systems = new Set(
      children.flatMap(({ attributes }) =>
        attributes
          .filter(({ key }) => key === 'db.system.name')
          .map(({ value }) => JSON.stringify(value)),
      ),
    );
    expect(systems).toContain('{"stringValue":"postgresql"}');
    expect(await detailsOf('POST lockout%')).toContain(`; trace=${ID}`);
    await until('the log has it', () => service.output.includes(`"trace.id":"${ID}"`));
    expect(collector.requests[0]).toEqual({ url: '/base/v1/traces', key: 'the key' });
    expect([...collector.resources].join()).toContain('chat-admin serve');
    expect(JSON.stringify(collector.spans)).not.toMatch(/ann|p1-secret|sesame|select /);
    expect(await modules()).toContain('sdk-trace');
  });

  it('begin here without a caller’s, once for what the API hands to the user service, and tell faults and jobs', async () => {
    const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    collector.spans.length = 0;
    const origin = new URL(api).origin;
    await call(
      `${origin}${LEGACY}`,
      'GET',
      `?type=add&secret=${SECRET}&username=leg&password=p1`,
      undefined,
      false,
    );
    const requests = () => collector.spans.filter(({ name }) => /^GET (.plugins|.none)/.test(name));
    const handedOver = await until('it has told', () => requests()[0] ?? null);
    expect(handedOver.parentSpanId).toBeUndefined();
    await until('the log has it', () =>
      service.output.includes(`"trace.id":"${handedOver.traceId}"`),
    );
    bridge.answers.set('POST /bridge/broadcast', (response) => response.writeHead(500).end());
    await call(api, 'POST', '/messages/users', { body: 'Hi' }, false);
    const broken = await until(
      'the fault is told',
      () => collector.spans.find(({ status }) => status.code === SERVER_FAULT) ?? null,
    );
    expect(broken.traceId).not.toBe(handedOver.traceId);
    expect(requests()).toEqual([handedOver]);
    await send(`${api}/jobs?type=users`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'text/csv' },
      body: 'username;password\r\nbo;p1-secret\r\n',
    });
    const job = await request('job users');
    expect(spansOf(job.traceId).length).toBeGreaterThan(1);
  });

  it('do not hold up a service whose collector is away', async () => {
    const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await call(api, 'GET', '/users')).status).toBe(200);
    await until('it warns', () =>
      service.messages('warn').some((text) => text.startsWith('Traces cannot be delivered')),
    );
    await service.stop();
    expect(service.child.exitCode).toBe(0);
  });

  it('load nothing of the SDK while they are switched off', async () => {
    const api = await start();
    expect((await call(api, 'GET', '/users')).status).toBe(200);
    expect(await modules()).toBe('none');
  });
});
