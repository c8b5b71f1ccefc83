const REREAD_MS = 30_000;

/**
 * Keeps what the database holds in memory: read anew whenever it is asked to, and every 30 seconds
 * as a safeguard.
 */
export class KeptCopy {
  private reading: Promise<void> | null = null;
  private outdated = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /** @param load reads it, and replaces what is kept */
  constructor(
    private readonly load: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The first reading. @throws if the database is unavailable */
  async start(): Promise<void> {
    await this.load();
    this.timer = setInterval(() => void this.refresh(), REREAD_MS);
    this.timer.unref();
  }

  /** Reads again; a change during the read triggers another read. Never fails. */
  refresh(): Promise<void> {
    this.outdated = true;
    return (this.reading ??= this.readUntilCurrent());
  }

  /** Waits for a pending read. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.reading;
  }

  private async readUntilCurrent(): Promise<void> {
    while (this.outdated && !this.closed) {
      this.outdated = false;
      try {
        await this.load();
      } catch (error) {
        this.onError(error);
      }
    }
    // in the same turn as the last look: who asks from now on starts another reading
    this.reading = null;
  }
}
