import { randomUUID } from 'node:crypto';
import { ClusterDirectory } from '@chat-admin/domain/cluster/cluster-directory';
import type { ClusterNode } from '@chat-admin/domain/cluster/cluster-directory';
import { BEAT, LEAVE, LIVING } from './cluster-scripts.js';
import type { RedisConnection } from './redis-connection.js';

export interface RedisClusterDirectoryOptions {
  readonly connection: RedisConnection;
  /** host name and address, see `own-host-name.ts` */
  readonly hostName: string;
  /** default `chat-admin:`; separates clusters that share one Redis */
  readonly keyPrefix?: string;
  /** after how long without heartbeat an instance is dropped; default 15,000 */
  readonly ttlMs?: number;
  /** default 5,000; well below the time to live, so that one lost heartbeat does no harm */
  readonly heartbeatMs?: number;
  /** called once per loss; reconnects automatically */
  readonly onLoss?: (error: Error) => void;
  /** called once per join, including the first */
  readonly onJoin?: () => void;
}

const LONGEST_RETRY_MS = 1_000;

/**
 * The instances that send heartbeats to one Redis. Seniority and expiry are decided by Redis' clock
 * alone; this instance only measures the time since its own last heartbeat. An instance that was
 * silent for too long rejoins as the youngest.
 */
export class RedisClusterDirectory extends ClusterDirectory {
  readonly ownId = randomUUID();
  private readonly keys: readonly [string, string, string];
  private formers = 0;
  private readonly ttlMs: number;
  private readonly heartbeatMs: number;
  /** when the last successful heartbeat was sent; `null` after a failed one */
  private lastBeat: number | null = null;
  private state: 'new' | 'joined' | 'lost' = 'new';
  private beating: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: RedisClusterDirectoryOptions) {
    super();
    const { keyPrefix = 'chat-admin:', ttlMs = 15_000, heartbeatMs = 5_000 } = options;
    const names = `${keyPrefix}{cluster}`;
    this.keys = [`${names}:expiry`, `${names}:nodes`, `${names}:keyed`];
    this.ttlMs = ttlMs;
    this.heartbeatMs = heartbeatMs;
  }

  get membership(): 'starting' | 'joined' {
    const joined = this.lastBeat !== null && performance.now() - this.lastBeat < this.ttlMs;
    return joined ? 'joined' : 'starting';
  }

  /** While Redis is away, as it was last. */
  override get hasFormer(): boolean {
    return this.formers > 0;
  }

  /** Joins. Resolves after the first attempt, successful or not; never rejects. */
  async start(): Promise<void> {
    this.options.connection.onReady(() => void this.beat());
    await this.options.connection.tried;
    await this.beat();
  }

  /** Leaves immediately if Redis is reachable. The connection stays open. Never rejects. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.beating;
    this.lastBeat = null;
    await this.options.connection.run(LEAVE, this.keys, [this.ownId]).catch(() => undefined);
  }

  /** At most one call to Redis; empty if Redis does not answer. */
  async nodes(): Promise<readonly ClusterNode[]> {
    if (this.membership !== 'joined') return [];
    try {
      const nodes = fromReply((await this.options.connection.run(LIVING, this.keys)) as string[]);
      if (nodes.some(({ nodeId }) => nodeId === this.ownId)) return nodes;
      this.lose(new Error('This instance was silent for too long'));
      void this.beat();
    } catch (error) {
      this.lose(error as Error);
    }
    return [];
  }

  private beat(): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.beating ??= this.sendBeat().finally(() => {
      this.beating = null;
      this.schedule(this.state === 'joined' ? this.heartbeatMs : this.retryMs);
    });
    return this.beating;
  }

  private async sendBeat(): Promise<void> {
    const sent = performance.now();
    const { connection, hostName, onJoin } = this.options;
    try {
      const values = [this.ownId, this.ttlMs, hostName];
      const reply = await connection.run(BEAT, this.keys, values);
      this.formers = (reply as [string, number])[1];
    } catch (error) {
      return this.lose(error as Error);
    }
    this.lastBeat = sent;
    if (this.state === 'joined') return;
    this.state = 'joined';
    onJoin?.();
  }

  private lose(error: Error): void {
    this.lastBeat = null;
    if (this.closed) return;
    if (this.beating === null) this.schedule(this.retryMs);
    if (this.state === 'lost') return;
    this.state = 'lost';
    this.options.onLoss?.(error);
  }

  private get retryMs(): number {
    return Math.min(this.heartbeatMs, LONGEST_RETRY_MS);
  }

  private schedule(afterMs: number): void {
    if (this.closed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.beat(), afterMs);
    this.timer.unref();
  }
}

/** @param reply pairs of id and `<joined, in ms> <host name>` */
function fromReply(reply: readonly string[]): readonly ClusterNode[] {
  const found: Omit<ClusterNode, 'seniorMember'>[] = [];
  for (let at = 0; at + 1 < reply.length; at += 2) {
    const [nodeId, details] = [reply[at]!, reply[at + 1]!];
    const gap = details.indexOf(' ');
    const joinedTime = new Date(Number(details.slice(0, gap)));
    found.push({ nodeId, hostName: details.slice(gap + 1), joinedTime });
  }
  return found
    .sort(
      (a, b) => a.joinedTime.getTime() - b.joinedTime.getTime() || (a.nodeId < b.nodeId ? -1 : 1),
    )
    .map((node, index) => ({ ...node, seniorMember: index === 0 }));
}
