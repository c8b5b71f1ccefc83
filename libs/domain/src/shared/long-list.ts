/** Complete, or, if it is long, in batches that are read while they are consumed. */
export type LongList<T> = readonly T[] | AsyncIterable<readonly T[]>;

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
