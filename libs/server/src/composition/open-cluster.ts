import { LocalRequestCounts } from '@chat-admin/domain/access/request-counts';
import type { RequestCounts } from '@chat-admin/domain/access/request-counts';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { LocalSessionCounts, NoCluster } from '@chat-admin/domain/cluster/cluster-directory';
import type { ClusterDirectory, SessionCounts } from '@chat-admin/domain/cluster/cluster-directory';
import { ownHostName } from '@chat-admin/persistence/cluster/own-host-name';
import type { Logger } from 'pino';
import type { Instruments } from '../metrics/instruments.js';
import type { Tracing } from '../tracing/tracing.js';
import { inTime } from '../process/readiness.js';

/** The cluster that this instance belongs to. */
export interface Cluster {
  readonly directory: ClusterDirectory;
  readonly sessionCounts: SessionCounts;
  readonly requestCounts: RequestCounts;
  /** User and password for the next connection. */
  renew(settings: { readonly redisUrl: string | null }): void;
  /** Leaves immediately. */
  close(): Promise<void>;
}

/**
 * Joins the cluster of `REDIS_URL`, now or once Redis is reachable; without it the instance is
 * alone.
 */
export async function openCluster(
  { redisUrl }: { readonly redisUrl: string | null },
  chatServer: ChatServer,
  log: Logger,
  metrics: Instruments,
  tracing: Tracing | null = null,
): Promise<Cluster> {
  if (redisUrl === null) {
    return {
      directory: new NoCluster(),
      sessionCounts: new LocalSessionCounts(),
      requestCounts: new LocalRequestCounts(),
      renew: () => undefined,
      close: () => Promise.resolve(),
    };
  }
  // most instances are alone, and need no client for Redis
  const { RedisClusterDirectory } =
    await import('@chat-admin/persistence/cluster/redis-cluster-directory');
  const { RedisConnection } = await import('@chat-admin/persistence/cluster/redis-connection');
  const { RedisSessionCounts } =
    await import('@chat-admin/persistence/cluster/redis-session-counts');
  const { RedisRequestCounts } =
    await import('@chat-admin/persistence/cluster/redis-request-counts');
  const durations = metrics.histogram('chat_admin_redis_request_duration_seconds');
  const outcomes = { ok: durations.of('ok'), error: durations.of('error') };
  const connection = new RedisConnection({
    url: redisUrl,
    onAnswer: (failed, seconds) => {
      outcomes[failed ? 'error' : 'ok'].observe(seconds);
      tracing?.took('redis', seconds, failed, { 'db.system.name': 'redis' });
    },
  });
  const directory = new RedisClusterDirectory({
    connection,
    hostName: ownHostName(),
    onJoin: () => log.info('This instance has joined the cluster'),
    onLoss: (error) => log.warn(error, 'This instance is not in the cluster'),
  });
  const sessionCounts = new RedisSessionCounts({ connection });
  metrics.reading('chat_admin_redis_up', () => Number(connection.up));
  metrics.reading('chat_admin_cluster_nodes', async () => {
    const nodes = await inTime(directory.nodes());
    return nodes?.length ?? 0;
  });
  await directory.start();
  sessionCounts.start(async () => {
    if (chatServer.attachment === 'none') return null;
    const count = await chatServer.localSessionCount();
    // only certain once the chat server has answered
    return { nodeId: chatServer.nodeId, count };
  });
  return {
    directory,
    sessionCounts,
    requestCounts: new RedisRequestCounts(connection),
    renew: ({ redisUrl: url }) => url !== null && connection.renew(url),
    close: async () => {
      sessionCounts.close();
      await directory.close();
      connection.close();
    },
  };
}
