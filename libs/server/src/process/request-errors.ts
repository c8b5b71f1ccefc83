import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import type { Logger } from 'pino';

const QUIET_MS = 1_000;

/** The log of requests that fail. While the database is away, one line a second, which counts those that have none. */
export class RequestErrors {
  private quiet: NodeJS.Timeout | null = null;
  private untold = 0;

  constructor(private readonly log: Pick<Logger, 'error'>) {}

  error(message: string, error: unknown): void {
    if (!isDatabaseAway(error)) return this.log.error(error, message);
    if (this.quiet !== null) {
      this.untold += 1;
      return;
    }
    this.log.error(error, message);
    this.rest();
  }

  private rest(): void {
    this.quiet = setTimeout(() => {
      this.quiet = null;
      if (this.untold === 0) return;
      this.log.error(`The database is away: ${this.untold} more errors within a second`);
      this.untold = 0;
      this.rest();
    }, QUIET_MS).unref();
  }
}
