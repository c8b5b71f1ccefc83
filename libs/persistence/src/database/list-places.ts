import { TooManyLists } from '@chat-admin/domain/shared/domain-error';

interface Waiting {
  readonly caller: string | null;
  readonly start: () => void;
}

/**
 * A semaphore for lists, first come, first served. One caller holds at most half of the places,
 * so that a slow reader does not block others.
 */
export class ListPlaces {
  private readonly held = new Map<string, number>();
  private readonly perCaller: number;
  /** in order of arrival */
  private readonly waiting = new Set<Waiting>();

  constructor(
    private free: number,
    private readonly timeoutMs: number,
  ) {
    this.perCaller = Math.max(1, Math.floor(free / 2));
  }

  /**
   * @param caller `null`: unknown, without a share
   * @returns releases the place; idempotent
   * @throws TooManyLists if none becomes free in time
   */
  async enter(caller: string | null): Promise<() => void> {
    if (this.isFreeFor(caller)) this.take(caller);
    else await this.wait(caller);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.release(caller);
    };
  }

  private wait(caller: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(mine);
        reject(new TooManyLists());
      }, this.timeoutMs);
      const mine: Waiting = {
        caller,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.add(mine);
    });
  }

  private release(caller: string | null): void {
    this.free += 1;
    if (caller !== null) {
      const left = this.heldBy(caller) - 1;
      if (left > 0) this.held.set(caller, left);
      else this.held.delete(caller);
    }
    for (const next of this.waiting) {
      if (!this.isFreeFor(next.caller)) continue;
      this.waiting.delete(next);
      this.take(next.caller);
      next.start();
      return;
    }
  }

  private isFreeFor(caller: string | null): boolean {
    return this.free > 0 && (caller === null || this.heldBy(caller) < this.perCaller);
  }

  private take(caller: string | null): void {
    this.free -= 1;
    if (caller !== null) this.held.set(caller, this.heldBy(caller) + 1);
  }

  private heldBy(caller: string): number {
    return this.held.get(caller) ?? 0;
  }
}
