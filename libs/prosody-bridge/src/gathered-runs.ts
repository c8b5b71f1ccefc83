/** What one run is for. */
export interface Gathered<Item> {
  readonly items: readonly Item[];
  /** how many calls it serves */
  readonly calls: number;
  /** when the first of them was made, by `performance.now` */
  readonly since: number;
}

interface Batch<Item, Result> extends Gathered<Item> {
  readonly items: Item[];
  calls: number;
  readonly result: Promise<Result>;
  readonly resolve: (result: Promise<Result>) => void;
}

/**
 * Work that one run does for many callers: one run at a time; what is asked for meanwhile goes into
 * the next one. No caller gets the result of a run that began before the call.
 */
export class GatheredRuns<Item, Result> {
  private readonly waiting: Batch<Item, Result>[] = [];
  private running = false;

  /** @param most items of one run, unless a single call has more */
  constructor(
    private readonly work: (gathered: Gathered<Item>) => Promise<Result>,
    private readonly most = Infinity,
  ) {}

  run(items: readonly Item[] = []): Promise<Result> {
    const last = this.waiting.at(-1);
    if (last !== undefined && last.items.length + items.length <= this.most) {
      last.items.push(...items);
      last.calls += 1;
      return last.result;
    }
    const batch = newBatch<Item, Result>(items);
    this.waiting.push(batch);
    if (!this.running) void this.runAll();
    return batch.result;
  }

  private async runAll(): Promise<void> {
    this.running = true;
    for (let batch = this.waiting.shift(); batch !== undefined; batch = this.waiting.shift()) {
      const result = this.work(batch);
      batch.resolve(result);
      await result.catch(() => undefined); // told to the callers
    }
    this.running = false;
  }
}

function newBatch<Item, Result>(items: readonly Item[]): Batch<Item, Result> {
  let resolve: (result: Promise<Result>) => void = () => undefined;
  const result = new Promise<Result>((settle) => (resolve = settle));
  return { items: [...items], calls: 1, since: performance.now(), result, resolve };
}
