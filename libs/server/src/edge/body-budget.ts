import { Overloaded } from '@chat-admin/domain/shared/domain-error';

const PATIENCE_MS = 10_000;
const BUDGET_BYTES = 64 * 1024 * 1024;

/** Of `ServerResponse`, what tells of its end. */
interface Answer {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

interface Waiting {
  readonly allowance: BodyAllowance;
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * How many bytes of request bodies a process holds at once, over all its connections. Bodies that
 * do not fit wait unread, in the order of asking. One caller gets at most half of it.
 */
export class BodyBudget {
  private readonly total: number;
  private readonly perCaller: number;
  private readonly heldBy = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private held = 0;

  /** @param largestBytes that a body may be: one of that size always fits */
  constructor(
    largestBytes: number,
    totalBytes = BUDGET_BYTES,
    readonly patienceMs = PATIENCE_MS,
  ) {
    this.total = Math.max(totalBytes, largestBytes);
    this.perCaller = Math.max(this.total / 2, largestBytes);
  }

  get heldBytes(): number {
    return this.held;
  }

  /**
   * For one request, until it is answered or its connection is gone.
   * @param caller the same text for the same caller
   */
  open(caller: string, answer: Answer): BodyAllowance {
    const allowance = new BodyAllowance(this, caller);
    if (answer.destroyed) allowance.close();
    else answer.once('close', () => allowance.close());
    return allowance;
  }

  /** @returns whether they are granted */
  take(caller: string, bytes: number): boolean {
    const held = this.heldBy.get(caller) ?? 0;
    if (this.held + bytes > this.total || held + bytes > this.perCaller) return false;
    this.held += bytes;
    this.heldBy.set(caller, held + bytes);
    return true;
  }

  giveBack(caller: string, bytes: number): void {
    if (bytes === 0) return;
    this.held -= bytes;
    const left = (this.heldBy.get(caller) ?? 0) - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
    this.grant();
  }

  /** @returns what ends the waiting */
  wait(waiting: Waiting): () => void {
    this.waiting.add(waiting);
    return () => {
      if (this.waiting.delete(waiting)) this.grant();
    };
  }

  /** A big body that has to wait does not let smaller ones of its caller pass for ever. */
  private grant(): void {
    const passed = new Set<string>();
    for (const waiting of this.waiting) {
      const { caller } = waiting.allowance;
      if (passed.has(caller)) continue;
      if (this.take(caller, waiting.bytes)) {
        this.waiting.delete(waiting);
        waiting.start();
      } else passed.add(caller);
    }
  }
}

/** What one request holds of the budget. */
export class BodyAllowance {
  private bytes = 0;
  private stopWaiting: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly budget: BodyBudget,
    readonly caller: string,
  ) {}

  /**
   * @returns `null` when more bytes may be held at once, else when they may
   * @throws Overloaded (by the promise) when that takes too long
   */
  take(bytes: number): Promise<void> | null {
    if (this.closed) return null;
    if (!this.budget.take(this.caller, bytes)) return this.wait(bytes);
    this.bytes += bytes;
    return null;
  }

  /** No more than this is needed any longer. */
  shrinkTo(bytes: number): void {
    if (bytes >= this.bytes) return;
    const over = this.bytes - bytes;
    this.bytes = bytes;
    this.budget.giveBack(this.caller, over);
  }

  /** Everything goes back; may be called more than once. */
  close(): void {
    this.closed = true;
    this.stopWaiting?.();
    this.shrinkTo(0);
  }

  private wait(bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.stopWaiting = null;
      };
      const stop = this.budget.wait({
        allowance: this,
        bytes,
        start: () => {
          end();
          this.bytes += bytes;
          resolve();
        },
      });
      const timer = setTimeout(() => this.stopWaiting?.(), this.budget.patienceMs);
      this.stopWaiting = () => {
        end();
        stop();
        reject(new Overloaded());
      };
    });
  }
}
