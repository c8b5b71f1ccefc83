const MINUTE_MS = 60_000;
/** So that instances on one database do not all come in the same moment. */
const SPREAD_MS = 5_000;

/** Does something in each minute of the clock, in its first seconds; never two at a time. */
export class EachMinute {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  /** @param failed is told of the first of failures in a row */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  start(): void {
    this.wait();
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  private wait(hasFailed = false): void {
    const untilNext = MINUTE_MS - (Date.now() % MINUTE_MS);
    const delay = untilNext + Math.random() * SPREAD_MS;
    this.timer = setTimeout(() => {
      this.running = this.work().then(
        () => this.again(false),
        (error: unknown) => {
          if (!hasFailed) this.failed(error);
          this.again(true);
        },
      );
    }, delay);
    this.timer.unref();
  }

  private again(hasFailed: boolean): void {
    if (!this.isStopped) this.wait(hasFailed);
  }
}
