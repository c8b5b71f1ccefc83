import type { Entity } from '../entities/entities.js';

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

/** An entity, and its value as it is compared and staged: it is written once. */
export interface WrittenEntity {
  readonly entity: Entity;
  /** JSON; null: there is no value */
  readonly text: string | null;
}

/** In their order; none is empty. */
export async function* batchesOf(
  entities: AsyncIterable<Entity>,
): AsyncGenerator<readonly WrittenEntity[]> {
  let batch: WrittenEntity[] = [];
  let limits = new BatchLimits();
  for await (const entity of entities) {
    const text = entity.value === null ? null : JSON.stringify(entity.value);
    batch.push({ entity, text });
    limits.add(Math.max(entity.rows, 1), text?.length ?? 0);
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
