import type { ChatServer } from '@chat/domain/chat-server/chat-server';
import { LocalSessionCounts, NoCluster } from '@chat/domain/cluster/cluster-directory';
import type { ClusterDirectory, SessionCounts } from '@chat/domain/cluster/cluster-directory';
import { ownHostName } from '@chat/persistence/cluster/own-host-name';
import { RedisClusterDirectory } from '@chat/persistence/cluster/redis-cluster-directory';
import { RedisConnection } from '@chat/persistence/cluster/redis-connection';
import { RedisSessionCounts } from '@chat/persistence/cluster/redis-session-counts';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.js';

/** The instances that work together with this one. */
export interface Cluster {
  readonly directory: ClusterDirectory;
  readonly sessionCounts: SessionCounts;
  /** Leaves at once. */
  close(): Promise<void>;
}

/** Joins the cluster of `REDIS_URL`, now or once Redis can be reached; without it the instance is alone. */
export async function openCluster(
  { redisUrl }: ApiConfig,
  chatServer: ChatServer,
  log: Logger,
): Promise<Cluster> {
  if (redisUrl === null) {
    return {
      directory: new NoCluster(),
      sessionCounts: new LocalSessionCounts(),
      close: () => Promise.resolve(),
    };
  }
  const connection = new RedisConnection({ url: redisUrl });
  const directory = new RedisClusterDirectory({
    connection,
    hostName: ownHostName(),
    onJoin: () => log.info('This instance has joined the cluster'),
    onLoss: (error) => log.warn(error, 'This instance is not in the cluster'),
  });
  const sessionCounts = new RedisSessionCounts({ connection });
  await directory.start();
  sessionCounts.start(async () => {
    if (chatServer.attachment === 'none') return null;
    const count = await chatServer.localSessionCount();
    // known for certain only after the chat server has answered
    return { nodeId: chatServer.nodeId, count };
  });
  return {
    directory,
    sessionCounts,
    close: async () => {
      sessionCounts.close();
      await directory.close();
      connection.close();
    },
  };
}
