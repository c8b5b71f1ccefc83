import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { RedisConnection } from './redis-connection.js';
import { RedisRequestCounts } from './redis-request-counts.js';

const suite = await suiteNeeds(describe, 'RedisRequestCounts', ['redis-server']);

suite('RedisRequestCounts', () => {
  let redis: TemporaryRedis;
  const connections: RedisConnection[] = [];

  beforeEach(async () => (redis = await startTemporaryRedis()));
  afterEach(async () => {
    for (const one of connections.splice(0)) one.close();
    await redis.kill();
  });

  async function instance(): Promise<RedisRequestCounts> {
    const connection = new RedisConnection({ url: redis.url, commandTimeoutMs: 300 });
    connections.push(connection);
    await connection.tried;
    return new RedisRequestCounts(connection);
  }

  it('counts the requests to all instances, for each caller', async () => {
    const [first, second] = [await instance(), await instance()];
    const counted = [];
    for (const [one, caller] of [
      [first, 'key:a'],
      [second, 'key:a'],
      [second, 'key:b'],
      [first, 'key:a'],
    ] as const) {
      const { count, secondsLeft } = await one.count(caller);
      expect(secondsLeft).toBeGreaterThan(0);
      expect(secondsLeft).toBeLessThanOrEqual(60);
      counted.push(count);
    }
    expect(counted).toEqual([1, 2, 1, 3]);
  });

  it('counts for this instance alone while Redis is away', async () => {
    const one = await instance();
    await one.count('key:a');
    await redis.kill();
    expect([await one.count('key:a'), await one.count('key:a')]).toMatchObject([
      { count: 1 },
      { count: 2 },
    ]);
  });
});
