interface Frame {
  readonly head: string;
  readonly open: string;
  readonly close: string;
  readonly empty: string;
}

/** One text per batch, so that the first bytes are sent before the last rows arrive. */
export async function* streamList<T>(
  frame: Frame,
  separator: string,
  batches: AsyncIterable<readonly T[]>,
  write: (items: readonly T[]) => string,
): AsyncGenerator<string, void, undefined> {
  let started = false;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield (started ? separator : frame.head + frame.open) + write(batch);
    started = true;
  }
  yield started ? frame.close : frame.head + frame.empty;
}
