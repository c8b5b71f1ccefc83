import type { ChangeFeed } from '../database/change-feed.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const publish: Statement = {
  name: 'event-publish',
  text: 'select published, rest from publish_events($1)',
};

const MOST_AT_ONCE = 2_000;
/** Changes of a moment share the work. */
const GATHER_MS = 10;
const BUSY_ELSEWHERE_MS = 100;
/** For what is left by an instance that has died. */
const LOOK_MS = 2_000;

/** Gives ids to the events of committed changes. Every instance tries; one at a time does it. */
export class EventPublisher {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private closed = false;
  private failing = false;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly feed: ChangeFeed,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  start(): void {
    this.feed.onOutbox(() => this.wake());
    this.wake();
  }

  /** Whether the last attempt has failed. */
  get isFailing(): boolean {
    return this.failing;
  }

  /** Something may have been committed. */
  wake(): void {
    this.again = true;
    if (this.running === null) this.schedule(GATHER_MS);
  }

  /** Waits for what is being published. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delayMs: number): void {
    if (this.closed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.running = this.run().finally(() => {
        this.running = null;
      });
    }, delayMs);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    this.again = false;
    const delayMs = await this.attempt();
    setImmediate(() => this.schedule(this.again ? Math.min(delayMs, GATHER_MS) : delayMs));
  }

  /** @returns when to look again */
  private async attempt(): Promise<number> {
    try {
      const { rows } = await this.db.runAlone<{ published: number; rest: boolean }>(publish, [
        MOST_AT_ONCE,
      ]);
      this.failing = false;
      const { published, rest } = rows[0]!;
      if (published < 0) return BUSY_ELSEWHERE_MS;
      return rest ? GATHER_MS : LOOK_MS;
    } catch (error) {
      if (!this.failing) this.onError(error);
      this.failing = true;
      this.again = false;
      return LOOK_MS;
    }
  }
}
