import { RedisConnection } from '@chat-admin/persistence/cluster/redis-connection';
import { fault, ok } from '../check.js';
import { otherService } from '../machine.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

export const redis: Check = {
  code: 'cluster/redis',
  examine: async (deployment) => {
    const { redisUrl } = deployment.usableSettings().api;
    if (redisUrl === null) throw new Skipped('REDIS_URL is not set: there is no cluster');
    const connection = new RedisConnection({ url: redisUrl });
    try {
      await connection.tried;
      await connection.run("return redis.call('ping')", []);
      return ok('Redis answers');
    } catch (error) {
      const isImage = deployment.machine.installation === 'image';
      const restart = otherService(
        deployment.machine,
        'restart',
        isImage ? 'redis' : 'redis-server',
      );
      return fault(
        `Redis does not answer: ${(error as Error).message}`,
        'shell',
        `${restart} # where REDIS_URL says`,
      );
    } finally {
      connection.close();
    }
  },
};
