import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

describe.each(forms)('clustering without Redis, as %s', (form) => {
  it('is disabled', async () => {
    expect((await api.call('GET', '/clustering/status', form)).text).toBe(
      form === 'xml'
        ? `${XML}<clustering><status>Disabled</status></clustering>`
        : '{"status":"Disabled"}',
    );
  });

  it('has no nodes', async () => {
    expect((await api.call('GET', '/clustering/nodes', form)).text).toBe(
      form === 'xml' ? `${XML}<clusterNodes/>` : '{"clusterNodes":[]}',
    );
    const reply = await api.call('GET', '/clustering/nodes/node-1', form);
    expect(reply.status).toBe(404);
    expect(reply.text).toEqual(
      errorText(
        form,
        'ClusterNodeNotFoundException',
        'Could not find a cluster node with this NodeID.',
        'node-1',
      ),
    );
  });
});

const suite = await suiteNeeds(describe, 'clustering with Redis', ['redis-server']);

suite('clustering with Redis', () => {
  let redis: TemporaryRedis;
  let member: TestApi;
  beforeAll(async () => {
    redis = await startTemporaryRedis();
    member = await TestApi.start({ redisUrl: redis.url });
  });
  afterAll(async () => {
    await member?.stop();
    await redis?.kill();
  });

  const json = async (path: string): Promise<unknown> =>
    JSON.parse((await member.call('GET', path, 'json')).text);
  const nodes = async () =>
    ((await json('/clustering/nodes')) as { clusterNodes: { nodeID: string }[] }).clusterNodes;

  it('shows each node by its id, in the document of the list', async () => {
    await until('it has joined', async () => (await nodes()).length === 1);
    expect(await json('/clustering/status')).toEqual({ status: 'SENIOR AND ONLY MEMBER' });
    const [node] = await nodes();
    expect(Object.keys(node!)).toEqual(['hostName', 'nodeID', 'joinedTime', 'seniorMember']);
    const path = `/clustering/nodes/${node!.nodeID}`;
    expect(await json(path)).toEqual(node);
    const xml = (await member.call('GET', path, 'xml')).text;
    const list = (await member.call('GET', '/clustering/nodes', 'xml')).text;
    expect(list).toBe(`${XML}<clusterNodes>${xml.slice(XML.length)}</clusterNodes>`);
  });
});
