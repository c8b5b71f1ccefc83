import { Overloaded } from '@chat-admin/domain/shared/domain-error';

/** Runs up to `slots` pieces of work concurrently; up to `maxWaiting` others queue. */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws Overloaded */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.slots) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) throw new Overloaded();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
