import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { until } from '@chat-admin/debian-programs/until';
import { RedisConnection } from './redis-connection.js';
import { RedisSessionCounts } from './redis-session-counts.js';

const suite = await suiteNeeds(describe, 'RedisSessionCounts', ['redis-server']);

suite('RedisSessionCounts', () => {
  let redis: TemporaryRedis;
  let connection: RedisConnection;
  const counts: RedisSessionCounts[] = [];

  beforeEach(async () => {
    redis = await startTemporaryRedis();
    connection = new RedisConnection({ url: redis.url, commandTimeoutMs: 300 });
    await connection.tried;
  });
  afterEach(async () => {
    for (const one of counts.splice(0)) one.close();
    connection.close();
    await redis.kill();
  });

  function sessionCounts(ttlMs?: number): RedisSessionCounts {
    const made = new RedisSessionCounts({ connection, ...(ttlMs === undefined ? {} : { ttlMs }) });
    counts.push(made);
    return made;
  }

  it('adds up the nodes, each with its latest count', async () => {
    const [first, second] = [sessionCounts(), sessionCounts()];
    expect(await first.total('xmpp-1', 3)).toBe(3);
    expect(await second.total('xmpp-2', 4)).toBe(7);
    expect(await first.total('xmpp-1', 1)).toBe(5);
    expect(await sessionCounts().total('xmpp-1', 1)).toBe(5);
  });

  it('drops the count of a node when another one has taken its place', async () => {
    const [first, second] = [sessionCounts(), sessionCounts()];
    await first.total('xmpp-1', 3);
    expect(await second.total('xmpp-3', 1)).toBe(4);
    expect(await first.total('xmpp-2', 2)).toBe(3);
    expect(await second.total('xmpp-3', 1)).toBe(3);
  });

  it('forgets a node that has not been asked for a while', async () => {
    expect(await sessionCounts(100).total('xmpp-1', 3)).toBe(3);
    const other = sessionCounts();
    await until('only one is left', async () => (await other.total('xmpp-2', 4)) === 4);
  });

  it('keeps publishing in between, and skips failures', async () => {
    const publisher = sessionCounts(300);
    let turns = 0;
    publisher.start(() => {
      turns++;
      return turns % 2 ? Promise.resolve({ nodeId: 'xmpp-1', count: turns }) : Promise.reject();
    });
    await until('there were some turns', () => turns > 6);
    const other = sessionCounts();
    await until('the count is seen', async () => (await other.total('xmpp-2', 0)) > 0);
    publisher.close();
    await until('it is forgotten', async () => (await other.total('xmpp-2', 0)) === 0);
  });

  it('counts one node only while Redis is unreachable', async () => {
    const [first, second] = [sessionCounts(), sessionCounts()];
    await first.total('xmpp-1', 3);
    await redis.kill();
    expect(await second.total('xmpp-2', 4)).toBe(4);
    redis = await startTemporaryRedis({ port: redis.port });
    await until('it is back', async () => {
      await first.total('xmpp-1', 3);
      return (await second.total('xmpp-2', 4)) === 7;
    });
  });
});
