import type { Entity } from './entities.js';

const MOST_ROWS = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** What is written at once. */
export class BatchLimits {
  private rows = 0;
  private size = 0;

  add(rows: number, size: number): void {
    this.rows += rows;
    this.size += size;
  }

  get areReached(): boolean {
    return this.rows >= MOST_ROWS || this.size >= MOST_BYTES;
  }
}

/** In their order; none is empty. */
export async function* batchesOf(
  entities: AsyncIterable<Entity>,
): AsyncGenerator<readonly Entity[]> {
  let batch: Entity[] = [];
  let limits = new BatchLimits();
  for await (const entity of entities) {
    batch.push(entity);
    limits.add(Math.max(entity.rows, 1), entity.value === null ? 0 : sizeOf(entity.value));
    if (!limits.areReached) continue;
    yield batch;
    batch = [];
    limits = new BatchLimits();
  }
  if (batch.length > 0) yield batch;
}

/** Else gone things could not be told. */
export function requireOrder(before: Buffer, keys: readonly Buffer[]): void {
  let last = before;
  for (const key of keys) {
    if (Buffer.compare(last, key) >= 0 && last.length > 0) throw new Error('Rows are not in order');
    last = key;
  }
}

/** About; texts are most of it. */
function sizeOf(value: object): number {
  let size = 0;
  for (const one of Object.values(value)) {
    if (typeof one === 'string') size += one.length;
    else if (Array.isArray(one)) size += 100 * one.length + JSON.stringify(one).length;
    else size += 20;
  }
  return size;
}
