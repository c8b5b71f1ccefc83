/** Complete, or, if it is long, in batches that are read while they are consumed. */
export type LongList<T> = readonly T[] | AsyncIterable<readonly T[]>;

/** The rows of one moment, read while they are consumed: once, or, after `keep`, until `release`. */
export interface Rereadable<T> extends AsyncIterable<readonly T[]> {
  /** Before the first reading. */
  keep(): void;
  /** After the last reading. Idempotent. */
  release(): Promise<void>;
}

export type RereadableList<T> = readonly T[] | Rereadable<T>;

export function isComplete<T>(list: LongList<T>): list is readonly T[] {
  return Array.isArray(list);
}

/** The whole list, in memory. */
export async function wholeList<T>(list: LongList<T>): Promise<readonly T[]> {
  if (isComplete(list)) return list;
  const all: T[] = [];
  for await (const batch of list) all.push(...batch);
  return all;
}
