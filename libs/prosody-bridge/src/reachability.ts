import type { BridgeFailure } from './bridge-client.js';

/** What is told of the chat server as a whole, once per change. */
export interface BridgeLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ReachabilityOptions {
  /** rejects with a {@link BridgeFailure} when the chat server cannot be used */
  readonly probe: () => Promise<unknown>;
  readonly log: BridgeLog;
  /** from one probe to the next while all is well; default 5,000 */
  readonly everyMs?: number;
  /** the same while the chat server is away; default 1,000 */
  readonly awayEveryMs?: number;
  /** how long it may take to start, in which a refused connection is not told; default 10,000 */
  readonly startMs?: number;
  /** in milliseconds; default `performance.now` */
  readonly clock?: () => number;
}

/**
 * Whether the chat server can be used, found out by probes: one at a time, however many ask. What
 * fails elsewhere makes it doubtful, which the next probe, made at once, decides. One that is late
 * is busy, not away: it is up until a probe says otherwise.
 */
export class Reachability {
  private state: 'untried' | 'up' | 'away' = 'untried';
  /** what the log has: why it is away, `null`: that it is up, `undefined`: nothing yet */
  private told: string | null | undefined;
  /** until then it may still be starting; over once it was up */
  private startsUntil: number;
  private doubtful = false;
  private busy = false;
  private probing: Promise<boolean> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: ReachabilityOptions) {
    this.startsUntil = this.now() + (options.startMs ?? 10_000);
  }

  /** Whether a probe has ended, with or without success. */
  get tried(): boolean {
    return this.state !== 'untried';
  }

  get up(): boolean {
    return this.state === 'up' && !this.doubtful && !this.closed;
  }

  /** Whether it is up and not known to be busy. */
  get prompt(): boolean {
    return this.up && !this.busy;
  }

  /** Whether the last probe has failed. */
  get away(): boolean {
    return this.state === 'away';
  }

  /** Probes now, or joins the probe that is under way. @returns whether the chat server is up */
  check(): Promise<boolean> {
    if (this.closed) return Promise.resolve(false);
    return (this.probing ??= this.probe().finally(() => (this.probing = null)));
  }

  /** Something has failed that should have worked. */
  doubt(): Promise<boolean> {
    this.doubtful = true;
    return this.check();
  }

  /** Something takes longer than it may; it is busy until a probe has ended. */
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
    if (failure?.code === 'ECONNREFUSED' && this.now() < this.startsUntil) return;
    this.tell(failure === null ? null : failure.message);
  }

  private tell(reason: string | null): void {
    if (reason === this.told) return;
    this.told = reason;
    if (reason === null) this.options.log.info('The chat server can be reached');
    else this.options.log.warn(`The chat server is away: ${reason}`);
  }

  private now(): number {
    return (this.options.clock ?? (() => performance.now()))();
  }
}
