import { inspect } from 'node:util';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { until } from '@chat-admin/debian-programs/until';
import { RedisAway, RedisConnection } from './redis-connection.js';

const suite = await suiteNeeds(describe, 'RedisConnection', ['redis-server']);

const PING = "return redis.call('PING')";
const failureOf = (connection: RedisConnection) =>
  connection.run(PING, []).then(
    () => null,
    (error: Error) => error,
  );

suite('RedisConnection', () => {
  it('logs in with the password of the address', async () => {
    const redis = await startTemporaryRedis({ password: 'open sesame' });
    const connection = new RedisConnection({ url: redis.url });
    await connection.tried;
    expect(await connection.run(PING, [])).toBe('PONG');
    connection.close();
    await redis.kill();
  });

  it('does not disclose a rejected password', async () => {
    const redis = await startTemporaryRedis({ password: 'right' });
    const url = redis.url.replace('right', 'hush-hush');
    const connection = new RedisConnection({ url });
    const error = await until('the password is refused', async () => {
      const found = await failureOf(connection);
      return found !== null && /WRONGPASS/.test(found.message) && found;
    });
    expect(error).toBeInstanceOf(RedisAway);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('hush');
    connection.close();
    await redis.kill();
  });

  it('fails immediately and queues nothing without Redis', async () => {
    const redis = await startTemporaryRedis();
    await redis.kill();
    const connection = new RedisConnection({ url: redis.url });
    await connection.tried;
    const errors = await Promise.all(Array.from({ length: 1_000 }, () => failureOf(connection)));
    expect(errors.every((error) => error instanceof RedisAway)).toBe(true);
    const again = await startTemporaryRedis({ port: redis.port });
    await until('it is connected', async () => (await failureOf(connection)) === null);
    const stats = await connection.run("return redis.call('INFO', 'commandstats')", []);
    expect(Number(/cmdstat_eval:calls=(\d+)/.exec(String(stats))![1])).toBeLessThan(10);
    connection.close();
    await again.kill();
  });

  it('fails pending commands when it is closed', async () => {
    const redis = await startTemporaryRedis();
    const connection = new RedisConnection({ url: redis.url });
    await connection.tried;
    redis.pause();
    const failure = failureOf(connection);
    connection.close();
    expect(await failure).toBeInstanceOf(RedisAway);
    expect(await failureOf(connection)).toBeInstanceOf(RedisAway);
    await redis.kill();
  });

  it.each(['', 'redis', 'http://hush@localhost', 'redis://hush:hush@[::1', 'redis://a b'])(
    'does not quote the invalid address "%s"',
    (url) => {
      expect(() => new RedisConnection({ url })).toThrow(/^The address of Redis cannot be read$/);
    },
  );
});
