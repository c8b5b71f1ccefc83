import { AsyncResource } from 'node:async_hooks';

export interface Pace {
  /** what wakes it within this time shares a round */
  readonly gatherMs: number;
  /** between the end of a round and one that it was woken for */
  readonly apartMs: number;
}

/**
 * Work that comes again: soon after somebody says so, many of them together, and when the last round wanted it. One
 * round at a time, in nobody's name.
 */
export class Rounds {
  private readonly context = new AsyncResource('Rounds');
  private timer: NodeJS.Timeout | null = null;
  private dueAt = 0;
  private endedAt = -Infinity;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  /** @param round must not throw; resolves to the milliseconds until the next one */
  constructor(
    private readonly round: () => Promise<number>,
    private readonly pace: Pace,
  ) {}

  /** There may be something to do. */
  wake(): void {
    this.again = true;
    if (this.running === null) this.schedule(this.soon());
  }

  /** Waits for the round that runs. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  private soon(): number {
    const { gatherMs, apartMs } = this.pace;
    return Math.max(gatherMs, this.endedAt + apartMs - performance.now());
  }

  /** Never later than what is planned: else whoever wakes it often enough would keep it asleep. */
  private schedule(delayMs: number): void {
    const dueAt = performance.now() + delayMs;
    if (this.stopped || (this.timer !== null && this.dueAt <= dueAt)) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => this.context.runInAsyncScope(() => this.begin()), delayMs);
    this.timer.unref();
  }

  private begin(): void {
    this.timer = null;
    this.again = false;
    this.running = this.round().then((delayMs) => {
      this.running = null;
      this.endedAt = performance.now();
      this.schedule(this.again ? Math.min(delayMs, this.soon()) : delayMs);
    });
  }
}
