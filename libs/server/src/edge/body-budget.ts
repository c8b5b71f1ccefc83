import { Overloaded } from '@chat-admin/domain/shared/domain-error';

const TIMEOUT_MS = 10_000;
const STALL_MS = 10_000;
const BUDGET_BYTES = 64 * 1024 * 1024;

export interface BudgetLimits {
  readonly totalBytes?: number;
  /** of one caller. Default: half */
  readonly callerBytes?: number;
  /** a body that has no more always fits, whatever the others hold. Default: none does */
  readonly smallBytes?: number;
  /** how long a body waits for room. Default: 10 seconds */
  readonly timeoutMs?: number;
  /** how long a body may bring nothing. Default: 10 seconds */
  readonly stallMs?: number;
  /** to a body that finds no room. Default: {@link Overloaded} */
  readonly refusal?: () => Error;
}

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
 * Counts the bytes of request bodies that a process holds, over all its connections, as they arrive.
 * Bodies that find no room wait unread, in the order of asking. One caller gets at most half.
 *
 * So that bodies in progress do not wait for each other, of each caller and of all there is one, the
 * finisher, for which room for a whole body is left.
 */
export class BodyBudget {
  readonly timeoutMs: number;
  readonly stallMs: number;
  readonly refusal: () => Error;
  private readonly totalBytes: number;
  private readonly callerBytes: number;
  private readonly smallBytes: number;
  private readonly heldBy = new Map<string, number>();
  private readonly finishers = new Map<string, BodyAllowance>();
  private readonly waiting = new Set<Waiting>();
  private finisher: BodyAllowance | null = null;
  private held = 0;

  /** @param largestBytes that a body may be: one of that size always fits */
  constructor(
    private readonly largestBytes: number,
    {
      totalBytes = BUDGET_BYTES,
      callerBytes = totalBytes / 2,
      smallBytes = 0,
      timeoutMs = TIMEOUT_MS,
      stallMs = STALL_MS,
      refusal = () => new Overloaded(),
    }: BudgetLimits = {},
  ) {
    this.totalBytes = Math.max(totalBytes, largestBytes);
    this.callerBytes = Math.max(callerBytes, largestBytes);
    this.smallBytes = smallBytes;
    this.timeoutMs = timeoutMs;
    this.stallMs = stallMs;
    this.refusal = refusal;
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
  take(allowance: BodyAllowance, bytes: number): boolean {
    const { caller } = allowance;
    const held = this.heldBy.get(caller) ?? 0;
    const ofCaller = this.finishers.get(caller) ?? null;
    const room = {
      ofCaller: this.hasRoom(allowance, bytes, held, this.callerBytes, ofCaller),
      ofAll: this.hasRoom(allowance, bytes, this.held, this.totalBytes, this.finisher),
    };
    const isSmall = allowance.heldBytes + bytes <= this.smallBytes;
    if (!isSmall && (!room.ofCaller || !room.ofAll)) {
      if ((ofCaller ?? allowance) !== allowance) return false;
      if (!room.ofAll && this.finisher !== null) return false;
      // that of all is that of its caller too, so that no two wait for each other
      this.finishers.set(caller, allowance);
      if (!room.ofAll) this.finisher = allowance;
    }
    this.held += bytes;
    this.heldBy.set(caller, held + bytes);
    return true;
  }

  /** Beside the whole body that the finisher may bring. */
  private hasRoom(
    allowance: BodyAllowance,
    bytes: number,
    held: number,
    total: number,
    finisher: BodyAllowance | null,
  ): boolean {
    if (finisher === allowance) return true;
    return held - (finisher?.heldBytes ?? 0) + bytes <= total - this.largestBytes;
  }

  giveBack(allowance: BodyAllowance, bytes: number): void {
    const { caller } = allowance;
    this.held -= bytes;
    const left = (this.heldBy.get(caller) ?? 0) - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
    if (this.finishers.get(caller) === allowance) this.finishers.delete(caller);
    if (this.finisher === allowance) this.finisher = null;
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
      if (this.take(waiting.allowance, waiting.bytes)) {
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

  get heldBytes(): number {
    return this.bytes;
  }

  /** how long its body may bring nothing */
  get stallMs(): number {
    return this.budget.stallMs;
  }

  /**
   * @returns `null` when more bytes may be held at once, else when they may
   * @throws the refusal of the budget (by the promise) when that takes too long
   */
  take(bytes: number): Promise<void> | null {
    if (this.closed) return null;
    if (!this.budget.take(this, bytes)) return this.wait(bytes);
    this.bytes += bytes;
    return null;
  }

  /** Nothing that has been received is held any longer. */
  release(): void {
    const { bytes } = this;
    this.bytes = 0;
    if (bytes > 0) this.budget.giveBack(this, bytes);
  }

  /** Everything goes back; may be called more than once. */
  close(): void {
    this.closed = true;
    this.stopWaiting?.();
    this.release();
  }

  private wait(bytes: number): Promise<void> {
    const { timeoutMs, refusal } = this.budget;
    if (timeoutMs === 0) return Promise.reject(refusal());
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
      const timer = setTimeout(() => this.stopWaiting?.(), timeoutMs);
      this.stopWaiting = () => {
        end();
        stop();
        reject(refusal());
      };
    });
  }
}
