import { setTimeout as pause } from 'node:timers/promises';
import type { KnownProperty } from '@chat-admin/domain/system/known-property';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';

const INTERVAL_MS = 10 * 60_000;
const PIECE_ROWS = 1000;
const BREATH_MS = 100;

/** Data with a limited retention. */
export interface ExpiringData {
  /** in the plural, for messages */
  readonly what: string;
  /** days; 0 keeps everything, unless `zero` says otherwise */
  readonly keptFor: KnownProperty<number> | number;
  /** what 0 days keep */
  readonly zero?: 'nothing' | 'what no rule is about';
  /** minimum retention, whatever the property is */
  readonly minDays?: number;
  /** whose messages, for the metric */
  readonly messages?: true;
  /**
   * Deletes up to `limit` items older than `days` days. @returns how many were deleted; fewer than
   * `limit` without more words: nothing is left to delete
   */
  forget(days: number, limit: number): Promise<number | Forgotten>;
}

export interface Forgotten {
  readonly amount: number;
  /** nothing is left to delete */
  readonly isDone: boolean;
}

interface RetentionLog {
  forgotten(data: ExpiringData, amount: number): void;
  failed(what: string, error: unknown): void;
}

/** Deletes what is older than system properties say, when it is run and every ten minutes, in pieces with pauses. */
export class Retention {
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly expiring: readonly ExpiringData[],
    private readonly properties: SystemProperties,
    private readonly log: RetentionLog,
  ) {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS);
    this.timer.unref();
  }

  /** One pass; joins a pass in progress. Never fails. */
  run(): Promise<void> {
    return (this.running ??= this.pass().finally(() => {
      this.running = null;
    }));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async pass(): Promise<void> {
    for (const data of this.expiring) {
      await this.apply(data).catch((error: unknown) => this.log.failed(data.what, error));
    }
  }

  private async apply(data: ExpiringData): Promise<void> {
    let total = 0;
    try {
      // read before each batch, so that a changed property takes effect immediately
      for (let days; (days = this.daysOf(data)) !== null && !this.stopped; await pause(BREATH_MS)) {
        const told = await data.forget(days, PIECE_ROWS);
        const { amount, isDone } =
          typeof told === 'number' ? { amount: told, isDone: told < PIECE_ROWS } : told;
        total += amount;
        if (isDone) return;
      }
    } finally {
      if (total > 0) this.log.forgotten(data, total);
    }
  }

  /** `null`: everything is kept */
  private daysOf({ keptFor, zero, minDays = 0 }: ExpiringData): number | null {
    const days = typeof keptFor === 'number' ? keptFor : this.properties.read(keptFor);
    return days > 0 || zero !== undefined ? Math.max(days, minDays) : null;
  }
}
