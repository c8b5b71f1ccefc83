import { setTimeout as delay } from 'node:timers/promises';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { nodesOf, readiness, statusOf } from './cluster-state.js';
import { Environment } from './environment.js';
import { Load } from '../src/load.js';

const suite = await suiteNeeds(describe, 'Redis away', ['redis-server', 'haproxy']);

const OUTAGE_MS = 10_000;

suite('Redis stopped for ten seconds under load', () => {
  let environment: Environment;
  beforeAll(async () => (environment = await Environment.start()));
  afterAll(() => environment?.stop());

  it('fails no request; the instances report it, and rejoin', async () => {
    const { cluster } = environment;
    const load = new Load(cluster.url);
    await load.progress();
    await environment.killRedis();
    await Promise.all([
      delay(OUTAGE_MS),
      until('status and readiness of all say so', async () => {
        const states = await Promise.all(cluster.urls.map(statusOf));
        const checks = await Promise.all(cluster.managementUrls.map(readiness));
        return (
          states.every((state) => state === 'Starting up') &&
          checks.every((check) => check === 'readiness/cluster')
        );
      }),
    ]);
    expect(await nodesOf(cluster.url)).toEqual([]);
    await cluster.untilReady([]);
    await load.progress();

    await environment.startRedis();
    await cluster.untilReady([0, 1]);
    const nodes = await until('both are back', async () => {
      const found = await nodesOf(cluster.url);
      return found.length === 2 && found;
    });
    expect(nodes.map(({ seniorMember }) => seniorMember)).toEqual([true, false]);
    await load.progress();
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await environment.lost(load)).toEqual([]);
    console.log(`Redis away: ${load.summary}`);
  });
});
