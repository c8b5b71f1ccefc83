import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { nodesOf } from './cluster-state.js';
import { Environment } from './environment.js';
import { Load } from '../src/load.js';

const suite = await suiteNeeds(describe, 'rolling restart', ['redis-server', 'haproxy']);

suite('rolling restart', () => {
  let environment: Environment;
  beforeAll(async () => (environment = await Environment.start({}, 3)));
  afterAll(() => environment?.stop());

  it('fails no request', async () => {
    const { cluster } = environment;
    const before = (await nodesOf(cluster.url)).map(({ nodeID }) => nodeID);
    expect(before).toHaveLength(3);
    const load = new Load(cluster.url);
    await load.progress();
    for (const instance of [0, 1, 2]) {
      await cluster.restart(instance);
      await load.progress();
    }
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.total).toBeGreaterThan(4 * 60);
    expect(await environment.lost(load)).toEqual([]);
    const after = await until('the three new ones are there', async () => {
      const nodes = await nodesOf(cluster.url);
      return nodes.length === 3 && nodes;
    });
    expect(after.filter(({ nodeID }) => before.includes(nodeID))).toEqual([]);
    expect(after.map(({ seniorMember }) => seniorMember)).toEqual([true, false, false]);
    console.log(`rolling restart: ${load.summary}`);
  });
});
