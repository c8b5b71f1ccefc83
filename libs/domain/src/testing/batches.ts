const LENGTH = 100;

/** The form in which repositories return long lists. */
export async function* batches<T>(items: readonly T[]): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < items.length; start += LENGTH) {
    yield items.slice(start, start + LENGTH);
  }
}
