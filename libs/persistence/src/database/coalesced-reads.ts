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
 * statement is sent after all its callers have asked, and its result serves nobody else. A failed
 * batch fails all its callers.
 */
export class CoalescedReads<Key, Value> {
  private waiting = new Map<Key, Waiter<Value>[]>();
  private scheduled = false;
  private inFlight = 0;

  /**
   * @param most batches at a time. Without it nobody waits for a turn that is not their own; with it
   * whoever asks, be it strangers by the thousand, never takes more connections.
   */
  constructor(
    private readonly source: ReadSource<Key, Value>,
    private readonly most = Infinity,
  ) {}

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
    while (this.waiting.size > 0 && this.inFlight < this.most) {
      this.inFlight += 1;
      void this.read(this.nextBatch()).then(() => {
        this.inFlight -= 1;
        // what was held back
        if (!this.scheduled) this.flush();
      });
    }
  }

  private nextBatch(): ReadonlyMap<Key, readonly Waiter<Value>[]> {
    const all = this.waiting;
    if (all.size <= MAX_BATCH) {
      this.waiting = new Map();
      return all;
    }
    const batch = new Map([...all].slice(0, MAX_BATCH));
    for (const key of batch.keys()) all.delete(key);
    return batch;
  }

  private read(batch: ReadonlyMap<Key, readonly Waiter<Value>[]>): Promise<void> {
    if (batch.size > 1) return this.readMany(batch);
    const [[key, waiters]] = [...batch] as [[Key, readonly Waiter<Value>[]]];
    return this.readOne(key, waiters);
  }

  /** A dedicated statement for one key: its plan costs the server half. */
  private readOne(key: Key, waiters: readonly Waiter<Value>[]): Promise<void> {
    return this.source.one(key).then(
      (value) => waiters.forEach((waiter) => waiter.resolve(value)),
      (error: unknown) => waiters.forEach((waiter) => waiter.reject(error)),
    );
  }

  private readMany(batch: ReadonlyMap<Key, readonly Waiter<Value>[]>): Promise<void> {
    return this.source.many([...batch.keys()]).then(
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
