import type { BindClass } from './directory-source.js';

/** So many passwords that were wrong, within that time, */
const MOST_WRONG = 5;
const WITHIN_MS = 600_000;
/** make all wrong for so long after the last one, without asking. */
const PAUSE_MS = 60_000;
/** What is known of more than these is forgotten, the oldest first. */
const MOST_ACCOUNTS = 10_000;

interface Attempts {
  /** when passwords turned out wrong; no more than {@link MOST_WRONG}, in order */
  wrong: readonly number[];
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Keeps wrong passwords that are sent here from locking accounts in the directory, where each counts. Attempts at the same time may
 * all turn out wrong: as many as are left run, the others wait for them. Contract: extensions E13.5
 */
export class BindBrake {
  private readonly accounts = new Map<string, Attempts>();

  /** @param now in milliseconds, of a clock that only goes forward */
  constructor(private readonly now: () => number) {}

  async try(account: string, bind: () => Promise<BindClass>): Promise<BindClass> {
    const known = this.accounts.get(account) ?? { wrong: [], running: 0, waiting: [] };
    this.remember(account, known);
    while (this.left(known) <= 0) {
      if (known.running === 0) return 'wrong';
      await new Promise<void>((resolve) => known.waiting.push(resolve));
    }
    known.running += 1;
    let outcome: BindClass = 'away';
    try {
      outcome = await bind();
      return outcome;
    } finally {
      known.running -= 1;
      if (outcome === 'wrong') known.wrong = [...known.wrong, this.now()].slice(-MOST_WRONG);
      if (outcome === 'right') known.wrong = [];
      if (known.wrong.length === 0 && known.running === 0 && known.waiting.length === 0) {
        this.accounts.delete(account);
      }
      // all of them look again, in their order
      known.waiting.splice(0).forEach((goOn) => goOn());
    }
  }

  /** How many may run more than do. */
  private left({ wrong, running }: Attempts): number {
    const now = this.now();
    const recent = wrong.filter((at) => now - at < WITHIN_MS);
    const isOver = recent.length < MOST_WRONG || now - recent.at(-1)! >= PAUSE_MS;
    // after the pause, one at a time
    return (isOver ? Math.max(1, MOST_WRONG - recent.length) : 0) - running;
  }

  private remember(account: string, known: Attempts): void {
    if (!this.accounts.has(account) && this.accounts.size >= MOST_ACCOUNTS) {
      for (const [oldest, { running, waiting }] of this.accounts) {
        if (running > 0 || waiting.length > 0) continue;
        this.accounts.delete(oldest);
        break;
      }
    }
    this.accounts.set(account, known);
  }
}
