export interface Frame {
  readonly head: string;
  readonly open: string;
  readonly close: string;
  readonly empty: string;
  /** around the only entry, if that is no list */
  readonly alone?: { readonly open: string; readonly close: string };
}

/** One text per batch, so that the first bytes are sent before the last rows arrive. */
export async function* streamList<T>(
  frame: Frame,
  separator: string,
  batches: AsyncIterable<readonly T[]>,
  write: (items: readonly T[]) => string,
): AsyncGenerator<string, void, undefined> {
  const { head, open, close, empty, alone } = frame;
  let started = false;
  let only: string | null = null;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    const text = write(batch);
    if (alone && !started && only === null && batch.length === 1) {
      only = text;
      continue;
    }
    const first = head + open + (only === null ? '' : only + separator);
    yield (started ? separator : first) + text;
    started = true;
  }
  if (started) yield close;
  else yield head + (alone && only !== null ? alone.open + only + alone.close : empty);
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
