import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { EmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';
import { stablePort } from '@chat-admin/processes/stable-port';
import { startTemporaryRedis, type TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import pg from 'pg';
import { type ApiInstance, startApiInstance } from '../src/api-instance.js';
import { nodesOf } from './cluster-state.js';
import { basic, call, SECRET } from '../src/http.js';
import { JumpingClock } from './jumping-clock.js';

const suite = await suiteNeeds(describe, 'Clock jumps', ['redis-server', 'faketime']);

const MINUTE_MS = 60_000;
const ADMINISTRATOR = basic('admin', 'a1-secret');

suite('When the clock of one of two instances jumps', () => {
  let clock: JumpingClock;
  let postgres: EmbeddedPostgres;
  let redis: TemporaryRedis;
  const instances: ApiInstance[] = [];
  const urls: string[] = [];
  const probes: string[] = [];

  beforeAll(async () => {
    clock = await JumpingClock.make();
    [postgres, redis] = await Promise.all([startTemporaryPostgres(), startTemporaryRedis()]);
    for (const own of [clock.environment, {}]) {
      const [port, managementPort] = [await stablePort(), await stablePort()];
      urls.push(`http://127.0.0.1:${port}`);
      probes.push(`http://127.0.0.1:${managementPort}`);
      instances.push(
        await startApiInstance({
          ...own,
          ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, XMPP_DOMAIN: 'example.org' },
          ...{ API_PORT: String(port), MANAGEMENT_PORT: String(managementPort) },
          ...{ API_INITIAL_SECRET: SECRET, API_INITIAL_ADMIN_PASSWORD: 'a1-secret' },
          ...{ API_SCRAM_ITERATIONS: '4096', LOG_LEVEL: 'warn' },
        }),
      );
    }
  });
  afterAll(async () => {
    for (const instance of instances) await instance.kill();
    await redis?.kill();
    await postgres?.stop();
    await clock?.remove();
  });

  /** ms that the first instance is ahead of this process */
  const ahead = async () => {
    const reply = await fetch(`${probes[0]}/livez`);
    await reply.arrayBuffer();
    return Date.parse(reply.headers.get('date')!) - Date.now();
  };
  const status = async (...given: Parameters<typeof call>) => (await call(...given)).status;
  const probe = async (url: string, path: string) => {
    const reply = await fetch(`${url}${path}`);
    await reply.arrayBuffer();
    return reply.status;
  };

  it.each([
    ['two hours ahead', '+2h', 120],
    ['back to four hours before that', '-2h', -120],
    ['thirty days ahead', '+30d', 30 * 24 * 60],
    ['to the right time', '+0', 0],
  ])(
    '%s, both serve, see each other and act on what the other does',
    async (_name, offset, minutes) => {
      await clock.set(offset);
      await until(
        'its clock has jumped',
        async () => Math.abs((await ahead()) - minutes * MINUTE_MS) < MINUTE_MS,
      );
      const name = `user${minutes}`;
      for (const [index, url] of urls.entries()) {
        expect(await probe(probes[index]!, '/livez')).toBe(200);
        const body = { username: `${name}-${index}`, password: 'p1-secret' };
        expect(await status(url, 'POST', '/users', { body })).toBe(201);
        expect(await status(url, 'GET', `/users/${name}-${index}`)).toBe(200);
        await until('it is ready', async () => (await probe(probes[index]!, '/readyz')) === 200);
        await until('it sees both', async () => (await nodesOf(url)).length === 2);
      }
      // what one changes counts at the other at once: caches know no time of the wall
      await authenticateBy('basic');
      for (const url of urls) {
        await until('administrators may ask', async () => {
          return (await status(url, 'GET', '/users', { authorization: ADMINISTRATOR })) === 200;
        });
        expect(await status(url, 'GET', '/users', { authorization: basic('admin', 'wrong') })).toBe(
          401,
        );
      }
      await authenticateBy('secret');
      for (const url of urls) {
        await until(
          'the secret counts again',
          async () => (await status(url, 'GET', '/users')) === 200,
        );
      }
    },
  );

  /** It is protected, so that it is changed in the table. */
  async function authenticateBy(httpAuth: 'basic' | 'secret'): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      `insert into system_property (key, value) values ('plugin.restapi.httpAuth', $1)
       on conflict (key) do update set value = $1`,
      [httpAuth],
    );
    await client.end();
  }
});
