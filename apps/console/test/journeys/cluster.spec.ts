import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { ADMIN, Product } from '../support/product';

const needs = ['prosody', 'chromium-headless-shell', 'redis-server'] as const;
const suite = await suiteNeeds(describe, 'The cluster', needs);

suite('The cluster', () => {
  let redis: TemporaryRedis;
  let product: Product;
  beforeAll(async () => {
    redis = await startTemporaryRedis();
    product = await Product.start({ api: { redisUrl: redis.url } });
  });
  afterAll(async () => {
    await product?.stop();
    await redis?.kill();
  });

  /** The ids of so many nodes, once there are. */
  const nodes = (number: number): Promise<readonly string[]> =>
    until(`there are ${number} nodes`, async () => {
      const answer = await product.world.api.done('GET', '/clustering/nodes');
      const { clusterNodes } = answer.json<{ clusterNodes: readonly { nodeID: string }[] }>();
      return clusterNodes.length === number && clusterNodes.map(({ nodeID }) => nodeID);
    });

  it('shows a second node when it appears, and no more when it has gone', async () => {
    const [first] = await nodes(1);
    const console = await product.open({ as: ADMIN, at: '/cluster' });
    const card = (id: string) => console.page.getByRole('listitem').filter({ hasText: id });
    const senior = console.page.getByText(console.text('cluster.senior'), { exact: true });
    await card(first!).waitFor();
    const another = await product.world.anotherApi({ redisUrl: redis.url });
    const second = (await nodes(2)).find((id) => id !== first)!;
    await card(second).waitFor();
    await card(first!)
      .and(console.page.getByRole('listitem').filter({ has: senior }))
      .waitFor();
    expect(await senior.count()).toBe(1);
    expect(await console.faultsOfAccess()).toEqual([]);
    await another.close();
    await card(second).waitFor({ state: 'detached' });
    await card(first!).waitFor();
  });

  it('shows the chat server that serves, one that waits, and that this one has gone', async () => {
    const [serving] = await product.world.sql<{ node: string }>('select node from engine_node');
    await product.world.sql(`insert into engine_node
      (node, kind, version, address, state, joined_at, active_at, renewed_at)
      values ('chat-2', 'prosody', '13.0.1', 'http://127.0.0.1:1', 'waiting', now(), now(), now())`);
    const console = await product.open({ as: ADMIN, at: '/cluster' });
    const card = (node: string, state: 'active' | 'waiting' | 'gone') =>
      console.page
        .getByRole('listitem')
        .filter({ hasText: node })
        .filter({ hasText: console.text(`cluster.states.${state}`) });
    await card(serving!.node, 'active').waitFor();
    await card('chat-2', 'waiting').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await product.world.sql(`update engine_node set state = 'gone' where node = 'chat-2'`);
    await card('chat-2', 'gone').waitFor();
  });
});
