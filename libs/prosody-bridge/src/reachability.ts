/** What is told of the chat server as a whole, once per change. */
export interface BridgeLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ReachabilityOptions {
  /** rejects with the reason, as a text for the log, when the chat server cannot be used */
  readonly probe: () => Promise<unknown>;
  readonly log: BridgeLog;
  /** from one probe to the next while all is well; default 5,000 */
  readonly everyMs?: number;
  /** the same while the chat server is away; default 1,000 */
  readonly awayEveryMs?: number;
}

/**
 * Whether the chat server can be used, found out by probes: one at a time, however many ask. What
 * fails elsewhere makes it doubtful, which the next probe, made at once, decides.
 */
export class Reachability {
  private state: 'untried' | 'up' | 'away' = 'untried';
  private reason: string | null = null;
  private doubtful = false;
  private probing: Promise<boolean> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: ReachabilityOptions) {}

  /** Whether a probe has ended, with or without success. */
  get tried(): boolean {
    return this.state !== 'untried';
  }

  get up(): boolean {
    return this.state === 'up' && !this.doubtful && !this.closed;
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

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async probe(): Promise<boolean> {
    if (this.timer !== null) clearTimeout(this.timer);
    const reason = await this.options.probe().then(
      () => null,
      (error: Error) => error.message,
    );
    if (this.closed) return false;
    this.decide(reason);
    const { everyMs = 5_000, awayEveryMs = 1_000 } = this.options;
    this.timer = setTimeout(() => void this.check(), this.up ? everyMs : awayEveryMs);
    this.timer.unref();
    return this.up;
  }

  private decide(reason: string | null): void {
    const { log } = this.options;
    const known = this.tried && reason === this.reason;
    this.state = reason === null ? 'up' : 'away';
    this.reason = reason;
    this.doubtful = false;
    if (known) return;
    if (reason === null) log.info('The chat server can be reached');
    else log.warn(`The chat server is away: ${reason}`);
  }
}
