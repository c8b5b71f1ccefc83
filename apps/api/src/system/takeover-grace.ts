/** Longer than a takeover, with the default of `chat_lease` and what Prosody needs to begin. */
const GRACE_MS = 15_000;

/** While another chat server waits, the one that serves may be unavailable for seconds: it is being replaced. */
export class TakeoverGrace {
  private since: number | null = null;

  constructor(
    private readonly standbyWaits: () => Promise<boolean>,
    private readonly now = () => performance.now(),
  ) {}

  reached(): void {
    this.since = null;
  }

  /** Whether it is too early to say that the chat server, which is unavailable now, fails. */
  async covers(): Promise<boolean> {
    this.since ??= this.now();
    return this.now() - this.since < GRACE_MS && (await this.standbyWaits());
  }
}
