interface Waiter<Value> {
  resolve(value: Value | null): void;
  reject(error: unknown): void;
}

export interface ReadSource<Key, Value> {
  one(key: Key): Promise<Value | null>;
  /** found values in any order, without the missing ones */
  many(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
}

const MAX_BATCH = 256;

/**
 * Reads requested in one turn of the event loop go to the database together. Not a cache: a
 * statement is sent after all its callers have asked, and its result serves nobody else. Several
 * batches may be in flight, so nobody waits for a turn that is not their own. A failed batch fails all its callers.
 */
export class CoalescedReads<Key, Value> {
  private waiting = new Map<Key, Waiter<Value>[]>();
  private scheduled = false;

  constructor(private readonly source: ReadSource<Key, Value>) {}

  get(key: Key): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      const waiters = this.waiting.get(key);
      if (waiters) waiters.push({ resolve, reject });
      else this.waiting.set(key, [{ resolve, reject }]);
      if (this.waiting.size >= MAX_BATCH) this.flush();
      else if (!this.scheduled) {
        this.scheduled = true;
        setImmediate(() => {
          this.scheduled = false;
          this.flush();
        });
      }
    });
  }

  private flush(): void {
    const batch = this.waiting;
    this.waiting = new Map();
    if (batch.size === 1) for (const [key, waiters] of batch) this.readOne(key, waiters);
    else if (batch.size > 1) this.readMany(batch);
  }

  /** A dedicated statement for one key: its plan costs the server half. */
  private readOne(key: Key, waiters: readonly Waiter<Value>[]): void {
    this.source.one(key).then(
      (value) => waiters.forEach((waiter) => waiter.resolve(value)),
      (error: unknown) => waiters.forEach((waiter) => waiter.reject(error)),
    );
  }

  private readMany(batch: ReadonlyMap<Key, readonly Waiter<Value>[]>): void {
    this.source.many([...batch.keys()]).then(
      (found) => {
        for (const [key, waiters] of batch) {
          const value = found.get(key) ?? null;
          for (const waiter of waiters) waiter.resolve(value);
        }
      },
      (error: unknown) => {
        for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error);
      },
    );
  }
}
