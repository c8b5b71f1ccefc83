import { tooMany } from '@chat-admin/codecs/errors/wire-errors';
import { Overloaded } from '@chat-admin/domain/shared/domain-error';
import type { AddressCounter } from './limits.js';

/** The attempts of one address: the number in progress, and the queue. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Schedules costly logins: at most as many at once as there are slots, addresses in turn, and per
 * address never more than could fail within its limit. Parallel guesses thus meet the limit
 * exactly, guesses from one address do not delay others, and logins never occupy the whole
 * database. Contract: extensions E5.1
 */
export class LoginAttempts {
  /** non-empty queues; the one that has waited longest comes first */
  private readonly lines = new Map<string, Line>();
  private running = 0;

  constructor(
    private readonly failures: AddressCounter,
    private readonly slots: number,
    private readonly maxWaiting = 1000,
  ) {}

  /**
   * @param check the work; `null` is a failed login, an error is not counted
   * @throws WireFault if too many have failed; Overloaded if too many of this address are waiting
   */
  async try<T>(address: string, check: () => Promise<T | null>): Promise<T | null> {
    await this.turn(address);
    try {
      const wait = this.failures.retryAfter(address);
      if (wait > 0) throw tooMany(wait);
      const found = await check();
      if (found === null) this.failures.count(address);
      return found;
    } finally {
      this.leave(address);
    }
  }

  private async turn(address: string): Promise<void> {
    const line = this.lines.get(address) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= this.maxWaiting) throw new Overloaded();
    this.lines.set(address, line);
    const granted = new Promise<void>((resolve) => line.waiting.push(resolve));
    this.grant();
    await granted;
  }

  private leave(address: string): void {
    const line = this.lines.get(address)!;
    line.running -= 1;
    this.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) this.lines.delete(address);
    this.grant();
  }

  private grant(): void {
    for (const [address, line] of this.lines) {
      if (this.running >= this.slots) return;
      if (line.waiting.length === 0 || !this.mayStart(address, line)) continue;
      this.running += 1;
      line.running += 1;
      // others first, next time
      this.lines.delete(address);
      this.lines.set(address, line);
      line.waiting.shift()!();
    }
  }

  /** Once enough have failed, the waiting ones start too, only to be refused. */
  private mayStart(address: string, { running }: Line): boolean {
    const allowance = this.failures.allowance(address);
    return allowance <= 0 || running < allowance;
  }
}
