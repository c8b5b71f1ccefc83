import type { ChangeFeed } from '../database/change-feed.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { Rounds } from '../database/rounds.js';

const publish: Statement = {
  name: 'event-publish',
  text: 'select published, rest from publish_events($1)',
};

/** Counted up to a limit. */
const backlog: Statement = {
  name: 'event-backlog',
  text: `
    select
      (select count(*) from (select from event_outbox limit 100000) waiting) as pending,
      coalesce((select extract(epoch from clock_timestamp() - occurred_at)
                from event_outbox order by seq limit 1), 0)::float8 as "oldestSeconds"`,
};

const MOST_AT_ONCE = 2_000;
/** Changes of a moment share the work: told at once where little happens, together where much does. */
const PACE = { gatherMs: 10, apartMs: 50 };
const BUSY_ELSEWHERE_MS = 100;
/** For what is left by an instance that has died. */
const LOOK_MS = 5_000;
const RETRY_MS = 2_000;

/** Gives ids to the events of committed changes. Every instance tries; one at a time does it. */
export class EventPublisher {
  private readonly rounds = new Rounds(() => this.attempt(), PACE);
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

  /** Events of committed changes that have no ids yet, at most 100,000, and how long the first one waits. */
  async backlog(): Promise<{ readonly pending: number; readonly oldestSeconds: number }> {
    const { rows } = await this.db.runAlone<{ pending: number; oldestSeconds: number }>(backlog);
    return rows[0]!;
  }

  /** Something may have been committed. */
  wake(): void {
    this.rounds.wake();
  }

  /** Waits for what is being published. */
  close(): Promise<void> {
    return this.rounds.stop();
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
      return rest ? PACE.gatherMs : LOOK_MS;
    } catch (error) {
      if (!this.failing) this.onError(error);
      this.failing = true;
      return RETRY_MS;
    }
  }
}
