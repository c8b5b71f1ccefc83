export interface Frame {
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

/** The list a second time behind the first; what was written is kept meanwhile. */
export async function* streamTwice<T>(
  first: Frame,
  second: Pick<Frame, 'open' | 'close'>,
  separator: string,
  batches: AsyncIterable<readonly T[]>,
  write: (items: readonly T[]) => string,
): AsyncGenerator<string, void, undefined> {
  const kept: string[] = [];
  yield* streamList(first, separator, batches, (items) => {
    const text = write(items);
    kept.push(kept.length === 0 ? text : separator + text);
    return text;
  });
  yield second.open;
  yield* kept;
  yield second.close;
}
