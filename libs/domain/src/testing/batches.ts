const LENGTH = 100;

/** As repositories hand out what can be long. */
export async function* batches<T>(items: readonly T[]): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < items.length; start += LENGTH) {
    yield items.slice(start, start + LENGTH);
  }
}
