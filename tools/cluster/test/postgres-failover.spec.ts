import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { type Cluster, startCluster } from '../src/start-cluster.js';
import { readiness } from './cluster-state.js';
import { call, SECRET } from '../src/http.js';
import { Load } from '../src/load.js';
import { StandbyPair } from './standby-pair.js';

const suite = await suiteNeeds(describe, 'PostgreSQL failing over', ['haproxy']);

suite('PostgreSQL failing over to a streaming standby', () => {
  let pair: StandbyPair;
  let cluster: Cluster;
  beforeAll(async () => {
    pair = await StandbyPair.start();
    cluster = await startCluster({
      databaseUrl: pair.url,
      redisUrl: '',
      secret: SECRET,
      environment: { API_SCRAM_ITERATIONS: '4096' },
    });
  });
  afterAll(async () => {
    await cluster?.close();
    await pair?.remove();
  });

  const users = async (name: 'first' | 'second') => {
    const rows = await pair.query(name, 'select username, name from account');
    return new Map(rows.map(({ username, name: shown }) => [String(username), String(shown)]));
  };
  const add = async (username: string) =>
    (await call(cluster.url, 'POST', '/users', { body: { username, password: 'p1-secret' } }))
      .status;

  it('is followed by itself, and loses nothing that was acknowledged', async () => {
    const load = new Load(cluster.url);
    await load.progress();
    await pair.killFirst();
    await until('the standby is refused', async () => {
      const states = await Promise.all(cluster.managementUrls.map(readiness));
      return states.every((state) => state === 'readiness/server');
    });
    await pair.promoteSecond();
    const promoted = performance.now();
    const written = async () => (await add('first-of-second')) === 201;
    await until('a change is made again', written);
    const writableMs = Math.round(performance.now() - promoted);
    await load.progress();
    await cluster.untilReady([0, 1]);
    await load.stop();

    expect(load.lost(await users('second'))).toEqual([]);
    const unexpected = load.failures.filter(({ reply }) => reply?.status !== 503);
    expect(unexpected).toEqual([]);
    console.log(`fail-over: written again ${writableMs} ms after the promotion, ${load.summary}`);
  });

  it('is not undone by the old primary that comes back', async () => {
    await pair.bringFirstBack();
    expect(await pair.query('first', 'select pg_is_in_recovery() as standby')).toEqual([
      { standby: false },
    ]);
    const before = await users('first');
    await cluster.restart(0);
    await pair.query(
      'second',
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'chat-admin%'`,
    );
    await until('both instances have found their way', async () => {
      const statuses = await Promise.all(
        cluster.urls.map((url) => call(url, 'GET', '/users/nobody')),
      );
      return statuses.every(({ status }) => status === 404);
    });
    for (let number = 0; number < 20; number += 1) expect(await add(`later${number}`)).toBe(201);
    expect(await users('first')).toEqual(before);
    expect((await users('second')).has('later19')).toBe(true);
  });
});
