/** The requests of one caller in the running window. */
export interface CountedRequests {
  /** this one included */
  readonly count: number;
  /** until the window ends, at least 1 */
  readonly secondsLeft: number;
}

export const WINDOW_S = 60;

/** Counts requests in fixed windows of 60 seconds, which begin with a request. Contract: extensions E5.3, rateLimit */
export abstract class RequestCounts {
  /** @param caller id of the principal */
  abstract count(caller: string): CountedRequests | Promise<CountedRequests>;
}

/** For a single instance. */
export class LocalRequestCounts extends RequestCounts {
  private readonly windows = new Map<string, { count: number; readonly end: number }>();

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  count(caller: string): CountedRequests {
    const now = this.now();
    let window = this.windows.get(caller);
    if (window === undefined || window.end <= now) {
      window = { count: 0, end: now + WINDOW_S * 1000 };
      this.windows.set(caller, window);
    }
    window.count += 1;
    return { count: window.count, secondsLeft: Math.max(1, Math.ceil((window.end - now) / 1000)) };
  }
}
