import { SessionCounts } from '@chat-admin/domain/cluster/cluster-directory';
import { COUNT } from './cluster-scripts.js';
import type { RedisConnection } from './redis-connection.js';

/** The session count reported by one chat server node. */
export interface NodeSessions {
  readonly nodeId: string;
  readonly count: number;
}

export interface RedisSessionCountsOptions {
  readonly connection: RedisConnection;
  /** default `chat-admin:` */
  readonly keyPrefix?: string;
  /** after how long a count that is not renewed expires; default 15,000 */
  readonly ttlMs?: number;
}

/**
 * Session counts by chat server node. Counts are keyed by node id, so two instances that ask the
 * same node do not count it twice. An instance that asks another node than before drops the count of
 * that one, which no longer serves. Without Redis the node counts as the only one.
 */
export class RedisSessionCounts extends SessionCounts {
  private readonly keys: readonly [string, string];
  private readonly ttlMs: number;
  /** whose count this instance told last */
  private former: string | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: RedisSessionCountsOptions) {
    super();
    const { keyPrefix = 'chat-admin:', ttlMs = 15_000 } = options;
    this.keys = [`${keyPrefix}{sessions}:expiry`, `${keyPrefix}{sessions}:counts`];
    this.ttlMs = ttlMs;
  }

  async total(nodeId: string, count: number): Promise<number> {
    const { connection } = this.options;
    const asked = [nodeId, this.ttlMs, count, this.former ?? nodeId];
    try {
      const total = Number(await connection.run(COUNT, this.keys, asked));
      this.former = nodeId;
      return total;
    } catch {
      return count;
    }
  }

  /**
   * Publishes the count of this instance's node three times per time to live.
   * @param ask returns `null` if there is no chat server; a rejection skips one turn
   */
  start(ask: () => Promise<NodeSessions | null>): void {
    const publish = async (): Promise<void> => {
      const found = await ask().catch(() => null);
      if (found !== null && this.timer !== null) await this.total(found.nodeId, found.count);
      this.timer?.refresh();
    };
    this.timer = setTimeout(() => void publish(), this.ttlMs / 3);
    this.timer.unref();
    void publish();
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
