/** Counts events per client address in fixed windows. */
export class AddressCounter {
  private readonly windows = new Map<string, { count: number; readonly endsAt: number }>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
    private readonly maxAddresses = 100_000,
  ) {}

  /** Seconds until the address may try again; 0 within the limit. */
  retryAfter(address: string): number {
    if (this.limit === 0) return 0;
    const window = this.current(address);
    if (window === undefined || window.count <= this.limit) return 0;
    return Math.max(1, Math.ceil((window.endsAt - this.now()) / 1000));
  }

  /** How many more events the address is allowed. */
  allowance(address: string): number {
    if (this.limit === 0) return Infinity;
    return this.limit + 1 - (this.current(address)?.count ?? 0);
  }

  count(address: string): void {
    if (this.limit === 0) return;
    const window = this.current(address);
    if (window) {
      window.count += 1;
      return;
    }
    if (this.windows.size >= this.maxAddresses) this.forgetOldest();
    this.windows.set(address, { count: 1, endsAt: this.now() + this.windowMs });
  }

  private current(address: string): { count: number; readonly endsAt: number } | undefined {
    const window = this.windows.get(address);
    if (window === undefined || window.endsAt > this.now()) return window;
    this.windows.delete(address);
    return undefined;
  }

  /** Windows are ordered by their start, so the first one ends first. */
  private forgetOldest(): void {
    for (const address of this.windows.keys()) {
      this.windows.delete(address);
      return;
    }
  }
}
