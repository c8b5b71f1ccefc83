import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { nodesOf, statusOf } from './cluster-state.js';
import { Environment } from './environment.js';
import { Load } from '../src/load.js';

const suite = await suiteNeeds(describe, 'killed instance', ['redis-server', 'haproxy']);

suite('kill -9 of one instance', () => {
  let environment: Environment;
  beforeAll(async () => (environment = await Environment.start()));
  afterAll(() => environment?.stop());

  it('fails only its requests in progress, and drops out', async () => {
    const { cluster } = environment;
    const states = await Promise.all(cluster.urls.map(statusOf));
    expect([...states].sort()).toEqual(['Junior member', 'Senior member']);
    const senior = states.indexOf('Senior member');
    const junior = 1 - senior;

    const load = new Load(cluster.url);
    await load.progress();
    await cluster.kill(senior);
    await load.progress(300);
    await cluster.untilReady([junior]);
    const own = await until('the killed one has vanished', async () => {
      const nodes = await nodesOf(cluster.urls[junior]!);
      return nodes.length === 1 && nodes[0]!;
    });
    expect(own.seniorMember).toBe(true);
    expect(await statusOf(cluster.urls[junior]!)).toBe('SENIOR AND ONLY MEMBER');

    await cluster.start(senior);
    await load.progress();
    await load.stop();
    // a client has one request in progress at a time
    expect(load.failures.length).toBeLessThanOrEqual(Load.width);
    expect(await environment.lost(load)).toEqual([]);
    expect(await statusOf(cluster.urls[senior]!)).toBe('Junior member');
    expect(await statusOf(cluster.urls[junior]!)).toBe('Senior member');
    console.log(`kill -9: ${load.summary}`);
  });
});
