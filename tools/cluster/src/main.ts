import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { startCluster } from './start-cluster.js';

// node dist/main.js [instances]: a cluster to experiment with, removed by Ctrl-C.
const instances = Number(process.argv[2] ?? 2);
const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
const [postgres, redis] = await Promise.all([startTemporaryPostgres(), startTemporaryRedis()]);
const secret = randomBytes(12).toString('hex');
const cluster = await startCluster({
  instances,
  databaseUrl: postgres.url,
  redisUrl: redis.url,
  secret,
});
console.log(`Load balancer: ${cluster.url}\nInstances: ${cluster.urls.join(' ')}`);
console.log(
  `Try: curl -H 'Authorization: ${secret}' ${cluster.url}/plugins/restapi/v1/clustering/nodes`,
);
await stopped;
await cluster.close();
await Promise.all([redis.stop(), postgres.stop()]);
