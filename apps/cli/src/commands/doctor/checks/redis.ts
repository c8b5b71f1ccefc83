import { RedisConnection } from '@chat-admin/persistence/cluster/redis-connection';
import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

export const redis: Check = {
  code: 'cluster/redis',
  examine: async (patient) => {
    const { redisUrl } = patient.usableSettings().api;
    if (redisUrl === null) throw new Skipped('REDIS_URL is not set: there is no cluster');
    const connection = new RedisConnection({ url: redisUrl });
    try {
      await connection.tried;
      await connection.run("return redis.call('ping')", []);
      return ok('Redis answers');
    } catch (error) {
      return fault(
        `Redis does not answer: ${(error as Error).message}`,
        'shell',
        'systemctl restart redis-server # where REDIS_URL says',
      );
    } finally {
      connection.close();
    }
  },
};
