import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { ApiConfig } from '@chat-admin/api/config';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { TEST_TOKEN, TestBridge } from '@chat-admin/prosody-bridge/testing/test-bridge';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { METRICS } from '@chat-admin/server/metrics/catalogue';
import type { MetricDescription } from '@chat-admin/server/metrics/catalogue';
import type { RunnableApp } from '@chat-admin/server/process/run-app';
import pg from 'pg';
import { createServe } from '../src/serve.js';
import type { ServeUrls } from '../src/serve.js';

const SECRET = 'secret-of-the-tests';
const USER = 'marguerite-of-the-tests';
const COMMON = {
  xmppDomain: 'example.org',
  scramIterations: 4096,
  logLevel: 'silent',
  port: 0,
  managementPort: 0,
};
const ADDED = Object.entries<MetricDescription>(METRICS);

const suite = await suiteNeeds(describe, 'metrics', ['promtool', 'redis-server']);

suite('metrics', () => {
  let database: TestDatabase;
  let app: RunnableApp<ServeUrls>;
  let urls: ServeUrls;
  beforeEach(async () => (database = await testDatabase()));
  afterEach(async () => {
    await app.close();
    await database.drop();
  });

  async function start(settings: Partial<ApiConfig> = {}): Promise<void> {
    const common = { ...COMMON, databaseUrl: database.appUrl };
    // no events but those of a test
    const sealing = { auditSealSeconds: 3_600 };
    const api = { ...new ApiConfig(), ...common, ...sealing, initialSecret: SECRET, ...settings };
    const userService = { ...new LegacyConfig(), ...common };
    app = await createServe({ api, userService, drainDelayMs: 0, stopGraceMs: 0 });
    urls = await app.listen();
  }

  /** A chat server has the lease, and has just renewed it. */
  async function serving(node: string, { epoch, lease }: { epoch: number; lease: number }) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(
        `insert into engine_node (node, kind, version, address, state, epoch, lease, joined_at, active_at, renewed_at)
        values ($1, 'prosody', '13.0.1', 'http://chat:5280', 'active', $2, $3, now(), now(), now())`,
        [node, epoch, lease],
      );
    } finally {
      await client.end();
    }
  }

  async function scraped(of: keyof ServeUrls): Promise<string> {
    const reply = await fetch(`${urls[of].managementUrl}/metrics`);
    expect(reply.status).toBe(200);
    return reply.text();
  }

  /** The metrics that are not of the process, by name: their types, and the labels of their samples. */
  function read(text: string): ReadonlyMap<string, { type: string; labels: Set<string> }> {
    const found = new Map<string, { type: string; labels: Set<string> }>();
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      if (!/^(process|nodejs)_/.test(name!)) found.set(name!, { type: type!, labels: new Set() });
    }
    for (const [, name, labels] of text.matchAll(/^([a-z_]+)\{(.*)\} \S+$/gm)) {
      const metric = found.get(name!.replace(/_(bucket|sum|count)$/, '')) ?? found.get(name!);
      for (const [, label] of labels!.matchAll(/(\w+)="/g)) metric?.labels.add(label!);
    }
    return found;
  }

  const described = (needs: readonly (MetricDescription['needs'] | undefined)[]) =>
    ADDED.filter(([, metric]) => needs.includes(metric.needs)).map(([name]) => name);

  it('are all there when everything is attached, please promtool, and name nobody', async () => {
    const bridge = await TestBridge.start();
    const redis: TemporaryRedis = await startTemporaryRedis();
    try {
      const chatServer = { chatServerUrl: bridge.url, chatServerToken: TEST_TOKEN };
      await start({ ...chatServer, redisUrl: redis.url });
      await until('the chat server is up', async () =>
        (await scraped('api')).includes('\nchat_server_up 1\n'),
      );
      const root = `${urls.api.url}/plugins/restapi/v1`;
      const send = (method: string, path: string, body: object | null, secret: string) =>
        fetch(`${root}${path}`, {
          method,
          headers: { authorization: secret, 'content-type': 'application/json' },
          body: body && JSON.stringify(body),
        });
      const user = { username: USER, password: 'p1-secret' };
      expect((await send('POST', '/users', user, SECRET)).status).toBe(201);
      expect((await send('GET', `/users/${USER}`, null, SECRET)).status).toBe(200);
      expect((await send('GET', '/users?limit=1', null, SECRET)).status).toBe(200);
      expect((await send('GET', `/users/${USER}`, null, 'wrong')).status).toBe(401);
      expect((await send('POST', `/lockouts/${USER}`, null, SECRET)).status).toBe(201);
      await serving('chat-1', { epoch: 7, lease: 10 });
      const query = `type=delete&secret=${SECRET}&username=${USER}`;
      const call = `${urls.userService.url}/plugins/userService/userservice?${query}`;
      expect((await fetch(call)).status).toBe(200);

      const [api, userService] = [await scraped('api'), await scraped('userService')];
      for (const text of [api, userService]) {
        const checked = spawnSync(await ensureInstalled('promtool'), ['check', 'metrics'], {
          input: text,
          encoding: 'utf8',
        });
        expect(checked).toMatchObject({ status: 0, stdout: '', stderr: '' });
        expect(text).not.toMatch(new RegExp(`${USER}|${SECRET}|example\\.org`));
        for (const [name, { type, labels }] of read(text)) {
          const { type: given, labels: known }: MetricDescription =
            METRICS[name as keyof typeof METRICS];
          expect([name, type]).toEqual([name, given]);
          expect([name, ...labels].sort()).toEqual(
            [name, ...(labels.size > 0 ? known : []), ...(labels.has('le') ? ['le'] : [])].sort(),
          );
        }
      }
      expect([...read(api).keys()].sort()).toEqual(
        described([undefined, 'a chat server', 'Redis', 'the API']).sort(),
      );
      expect([...read(userService).keys()].sort()).toEqual(
        described([undefined, 'a chat server', 'the user service']).sort(),
      );
      for (const said of [
        'chat_admin_logins_total{scheme="secret",outcome="refused"} 1',
        'chat_admin_logins_total{scheme="secret",outcome="accepted"} 4',
        'chat_admin_ready{check="server"} 1',
        'chat_admin_audit_entries_total{outcome="stored"} 3',
        'chat_admin_cluster_nodes 1',
        'chat_admin_redis_up 1',
        'chat_admin_database_writable 1',
        'chat_admin_change_feed_up 1',
        'chat_admin_database_pooler{mode="none"} 1',
        'chat_admin_database_unnamed_statements 0',
        'chat_server_sessions 2',
        'chat_server_occupants 3',
        'chat_server_nodes{state="active"} 1',
        'chat_server_nodes{state="waiting"} 0',
        'chat_server_epoch 7',
        'chat_server_lease_seconds 10',
      ])
        expect(api).toContain(`\n${said}\n`);
      for (const kind of ['read', 'write', 'list'])
        expect(api).toMatch(
          new RegExp(
            `^db_client_operation_duration_seconds_count\\{kind="${kind}",outcome="ok"\\} [1-9]`,
            'm',
          ),
        );
      expect(api).toMatch(/^db_client_connection_wait_time_seconds_count [1-9]/m);
      expect(userService).toContain(
        'chat_admin_logins_total{scheme="secret",outcome="accepted"} 1',
      );
    } finally {
      await bridge.stop();
      await redis.stop();
    }
  });

  it('of what is not attached are absent', async () => {
    await start();
    expect([...read(await scraped('api')).keys()].sort()).toEqual(
      described([undefined, 'the API']).sort(),
    );
    expect([...read(await scraped('userService')).keys()].sort()).toEqual(
      described([undefined, 'the user service']).sort(),
    );
  });

  it('tell the level of the schema, and changes that wait to become events', async () => {
    await start();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await until('all is published', async () =>
        (await scraped('api')).includes('\nchat_admin_outbox_pending 0\n'),
      );
      expect(await scraped('api')).toContain('\nchat_admin_outbox_oldest_seconds 0\n');
      // as the instance that publishes
      await client.query(
        `begin; select pg_advisory_xact_lock('event_state'::regclass::oid::integer, 0)`,
      );
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      await other.query(
        `insert into event_outbox (type, object, origin, occurred_at)
         values ('user.updated', '/users/x', '{}', now() - interval '1 hour')`,
      );
      await other.query('update schema_state set level = level + 1');
      await other.end();
      await until('the level is noticed', async () => {
        const levels = /which="(\w+)"\} (\d+)/g;
        const read = [...(await scraped('userService')).matchAll(levels)].map(([, , n]) =>
          Number(n),
        );
        return read.length === 2 && Math.abs(read[0]! - read[1]!) === 1;
      });
      const text = await scraped('api');
      expect(text).toContain('\nchat_admin_outbox_pending 1\n');
      expect(Number(/^chat_admin_outbox_oldest_seconds (.+)$/m.exec(text)![1])).toBeGreaterThan(
        3599,
      );
    } finally {
      await client.end();
    }
  });

  it('count the CPU time from the start of the process', async () => {
    await start();
    const seconds = /^process_cpu_seconds_total (\S+)$/m.exec(await scraped('api'))?.[1];
    const { user, system } = process.cpuUsage();
    expect(Number(seconds) / ((user + system) / 1e6)).toBeGreaterThan(0.5);
  });

  it('show the requests that are being answered, until their clients are gone', async () => {
    await start();
    const active = async () =>
      [...(await scraped('api')).matchAll(/^http_server_active_requests\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    const stalled = request(`${urls.api.url}/plugins/restapi/v1/users`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'application/json', 'content-length': 9 },
    });
    stalled.on('error', () => undefined);
    stalled.flushHeaders();
    await until('it is counted', async () => (await active()) === 1);
    stalled.destroy();
    await until('it is counted no longer', async () => (await active()) === 0);
  });
});
