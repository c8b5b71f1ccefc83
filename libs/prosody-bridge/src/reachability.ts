import { NONE_KNOWN } from './bridge-client.js';
import type { BridgeFailure } from './bridge-client.js';

/** Receives what happens to the chat server as a whole, once per change. */
export interface BridgeLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ReachabilityOptions {
  /** rejects with a {@link BridgeFailure} if the chat server is unusable */
  readonly probe: () => Promise<unknown>;
  readonly log: BridgeLog;
  /** interval of probes while available; default 5,000 */
  readonly everyMs?: number;
  /** interval of probes while unavailable; default 1,000 */
  readonly awayEveryMs?: number;
  /**
   * grace period for its start, during which refused connections are not reported; default 10,000
   */
  readonly startMs?: number;
  /** in milliseconds; default `performance.now` */
  readonly clock?: () => number;
}

/**
 * Whether the chat server is usable, determined by probes: one at a time, however many callers ask.
 * A failure elsewhere triggers an immediate probe, which decides. A slow chat server is busy, not
 * unavailable: it remains available until a probe fails.
 */
export class Reachability {
  private state: 'untried' | 'up' | 'away' = 'untried';
  /** last logged state: why it is unavailable; `null`: available; `undefined`: none yet */
  private told: string | null | undefined;
  /** end of the grace period; over once it was available */
  private startsUntil: number;
  private doubtful = false;
  private busy = false;
  private probing: Promise<boolean> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: ReachabilityOptions) {
    this.startsUntil = this.now() + (options.startMs ?? 10_000);
  }

  /** Whether a probe has ended, successfully or not. */
  get tried(): boolean {
    return this.state !== 'untried';
  }

  get up(): boolean {
    return this.state === 'up' && !this.doubtful && !this.closed;
  }

  /** Whether it is available and not known to be busy. */
  get prompt(): boolean {
    return this.up && !this.busy;
  }

  /** Whether the last probe failed. */
  get away(): boolean {
    return this.state === 'away';
  }

  /** Probes now, or joins a probe in progress. @returns whether the chat server is available */
  check(): Promise<boolean> {
    if (this.closed) return Promise.resolve(false);
    return (this.probing ??= this.probe().finally(() => (this.probing = null)));
  }

  /** Reports an unexpected failure. */
  doubt(): Promise<boolean> {
    this.doubtful = true;
    return this.check();
  }

  /** Reports an operation that takes too long; it is busy until a probe has ended. */
  late(): Promise<boolean> {
    this.busy = true;
    return this.check();
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async probe(): Promise<boolean> {
    if (this.timer !== null) clearTimeout(this.timer);
    const failure = await this.options.probe().then(
      () => null,
      (error: BridgeFailure) => error,
    );
    if (this.closed) return false;
    this.decide(failure);
    const { everyMs = 5_000, awayEveryMs = 1_000 } = this.options;
    this.timer = setTimeout(() => void this.check(), this.up ? everyMs : awayEveryMs);
    this.timer.unref();
    return this.up;
  }

  private decide(failure: BridgeFailure | null): void {
    this.state = failure === null ? 'up' : 'away';
    this.doubtful = this.busy = false;
    if (failure === null) this.startsUntil = -Infinity;
    if (failure?.code === NONE_KNOWN) return;
    if (failure?.code === 'ECONNREFUSED' && this.now() < this.startsUntil) return;
    this.tell(failure === null ? null : failure.message);
  }

  private tell(reason: string | null): void {
    if (reason === this.told) return;
    this.told = reason;
    if (reason === null) this.options.log.info('The chat server is available');
    else this.options.log.warn(`The chat server is unavailable: ${reason}`);
  }

  private now(): number {
    return (this.options.clock ?? (() => performance.now()))();
  }
}
