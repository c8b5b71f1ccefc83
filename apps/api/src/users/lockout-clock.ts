import type { LockoutTimes } from '@chat-admin/domain/users/lockout-times';

const INTERVAL_MS = 5_000;

interface ClockLog {
  failed(error: unknown): void;
}

/** Carries out starts and ends of lockouts, every few seconds while it is started. */
export class LockoutClock {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private hasFailed = false;

  constructor(
    private readonly times: LockoutTimes,
    private readonly log: ClockLog,
    private readonly intervalMs = INTERVAL_MS,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => void this.run(), this.intervalMs).unref();
    void this.run();
  }

  /** One pass; joins a pass in progress. Never fails; of failures in a row the first one is logged. */
  run(): Promise<void> {
    return (this.running ??= this.pass().finally(() => {
      this.running = null;
    }));
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  private async pass(): Promise<void> {
    try {
      await this.times.pass();
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.log.failed(error);
      this.hasFailed = true;
    }
  }
}
