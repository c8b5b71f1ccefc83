const INTERVAL_MS = 500;

/** How long the event loop was held up lately; a loop that stands still answers nothing at all. */
export class EventLoopWatch {
  private last = performance.now();
  private longestMs = 0;
  private longestAt = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param memoryMs how long a stall is remembered */
  constructor(private readonly memoryMs = 30_000) {
    this.timer = setInterval(() => this.tick(), INTERVAL_MS);
    this.timer.unref();
  }

  /** The longest stall that is remembered, the one under way included. */
  stallMs(now = performance.now()): number {
    const running = Math.max(0, now - this.last - INTERVAL_MS);
    const past = now - this.longestAt <= this.memoryMs ? this.longestMs : 0;
    return Math.max(running, past);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = performance.now();
    const stall = Math.max(0, now - this.last - INTERVAL_MS);
    if (stall >= this.stallMs(this.last)) {
      this.longestMs = stall;
      this.longestAt = now;
    }
    this.last = now;
  }
}
