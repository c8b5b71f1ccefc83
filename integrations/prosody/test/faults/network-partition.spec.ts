import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { startTemporaryRedis, type TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { BRIDGE_TOKEN } from '../../src/prosody-control.js';
import { World } from '../../src/world.js';
import { type Cable, CutNetwork } from './cut-network.js';

const suite = await suiteNeeds(describe, 'A network partition', ['prosody', 'redis-server']);

const MAIN = bundledProgram('api');
const USERSERVICE_MAIN = bundledProgram('legacy-userservice');
const LOOPBACK = '127.0.0.1';
/** Callers of the API give up at some time; answers that come later are as good as none. */
const TIMEOUT_MS = 40_000;

type Part = 'PostgreSQL' | 'Prosody' | 'Redis' | 'user service';

interface Reply {
  readonly status: number;
  readonly text: string;
}

suite('A network partition between the API and', () => {
  let world: World;
  let redis: TemporaryRedis;
  let userservice: BoundProcess;
  let network: CutNetwork;
  let cables: Readonly<Record<Part, Cable>>;
  let api: BoundProcess;
  /** at which this side reaches the API */
  let ports: { readonly api: number; readonly management: number };

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    redis = await startTemporaryRedis();
    const userservicePort = await stablePort();
    userservice = startBound(process.execPath, [USERSERVICE_MAIN], {
      environment: {
        DATABASE_URL: world.databaseUrl,
        LEGACY_PORT: String(userservicePort),
        LEGACY_MANAGEMENT_PORT: '0',
      },
    });
    network = await CutNetwork.create();
    cables = {
      PostgreSQL: await network.cableTo(Number(new URL(world.databaseUrl).port)),
      Prosody: await network.cableTo(world.prosody.place.httpPort),
      Redis: await network.cableTo(redis.port),
      'user service': await network.cableTo(userservicePort),
    };
    const inner = { api: await stablePort(), management: await stablePort() };
    const [program, ...args] = [...network.prefix, process.execPath, MAIN];
    api = startBound(program === 'ip' ? '/usr/sbin/ip' : program!, args, {
      environment: {
        DATABASE_URL: through(cables.PostgreSQL, world.databaseUrl),
        REDIS_URL: through(cables.Redis, redis.url),
        CHAT_SERVER_URL: through(cables.Prosody, world.prosody.url),
        CHAT_SERVER_TOKEN: BRIDGE_TOKEN,
        LEGACY_URL: through(cables['user service'], 'http://userservice'),
        LOG_LEVEL: 'error',
        ...{ API_HOST: LOOPBACK, API_PORT: String(inner.api) },
        ...{ MANAGEMENT_HOST: LOOPBACK, MANAGEMENT_PORT: String(inner.management) },
      },
    });
    ports = {
      api: await network.wayTo(inner.api),
      management: await network.wayTo(inner.management),
    };
    await until('the API is ready', isReady).catch((error: Error) => {
      throw new Error(`${error.message}\n${api.output()}`);
    });
  });
  afterAll(async () => {
    await api?.kill();
    await network?.remove();
    await userservice?.kill();
    await redis?.kill();
    await world?.stop();
  });
  afterEach(async () => {
    for (const cable of Object.values(cables)) await cable.mend();
    await until('everything is whole again', isWhole);
  });

  const ask = async (port: number, path: string, init: RequestInit = {}): Promise<Reply> => {
    const reply = await fetch(`http://${LOOPBACK}:${port}${path}`, {
      ...init,
      headers: { authorization: TEST_SECRET, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const call = (path: string, body?: object): Promise<Reply> =>
    ask(ports.api, `/plugins/restapi/v1${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  const probe = (path: string): Promise<Reply> => ask(ports.management, path);
  const legacy = (): Promise<Reply> =>
    ask(ports.api, `/plugins/userService/userservice?type=grouplist&secret=${TEST_SECRET}`);
  const isReady = async () => (await probe('/readyz')).status === 200;
  const isWhole = async () =>
    (await isReady()) &&
    (await call('/sessions')).status === 200 &&
    (await legacy()).status === 200;
  const add = async (username: string) =>
    (await call('/users', { username, password: 'p1-secret' })).status;
  const isThere = async (username: string) =>
    (await world.sql('select from account where username = $1', [username])).length === 1;

  it('PostgreSQL: each request gets its answer, and nothing acknowledged is lost', async () => {
    expect(await add('before')).toBe(201);
    await cables.PostgreSQL.cut();
    // twice as many as there are connections: those under way, and those that wait
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/users/ann')));
    for (const { status, text } of answers) {
      expect(status).toBe(503);
      expect(text).toContain('The database cannot be reached');
    }
    expect((await probe('/livez')).status).toBe(200);
    expect(await add('meanwhile')).toBe(503);
    expect((await probe('/readyz')).status).toBe(503);
    await cables.PostgreSQL.mend();
    await until('it serves again', async () => (await call('/users/ann')).status === 200);
    expect(await add('after')).toBe(201);
    expect(await Promise.all(['before', 'after'].map(isThere))).toEqual([true, true]);
  });

  it('Prosody: changes go on, and who asks for sessions is told', async () => {
    await cables.Prosody.cut();
    expect((await call('/sessions')).status).toBe(503);
    expect(await add('without-chat')).toBe(201);
    expect((await call('/users/without-chat')).status).toBe(200);
    expect((await probe('/livez')).status).toBe(200);
  });

  it('Redis: everything but the cluster goes on', async () => {
    await cables.Redis.cut();
    await until('readiness tells', async () => !(await isReady()));
    expect(await add('without-redis')).toBe(201);
    expect((await call('/users/without-redis')).status).toBe(200);
    expect((await probe('/livez')).status).toBe(200);
  });

  it('the user service: its callers are told, others do not notice', async () => {
    await cables['user service'].cut();
    const { status, text } = await legacy();
    expect(status).toBe(503);
    expect(text).toContain('The user service cannot be reached');
    expect((await call('/users/ann')).status).toBe(200);
    expect(await isReady()).toBe(true);
  });
});

function through({ host, port }: Cable, address: string): string {
  const url = new URL(address);
  // not `host`, which some addresses refuse to have set as a whole
  return address.replace(url.host, `${host}:${port}`);
}
