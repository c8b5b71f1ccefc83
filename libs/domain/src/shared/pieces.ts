/** So few that others hardly notice, even when each of them is as dear as names can be. */
const PIECE = 50;

/** Gives way to other work each time that it has counted so many things. */
export class Pace {
  private done = 0;

  /** @returns what to wait for, if it is time */
  count(things: number): Promise<void> | null {
    this.done += things;
    if (this.done < PIECE) return null;
    this.done = 0;
    return new Promise((resolve) => setImmediate(resolve));
  }
}

/** As `items.map`, with turns of the event loop between the pieces of a long list. */
export async function mapInPieces<T, U>(
  items: readonly T[],
  map: (item: T) => U,
): Promise<readonly U[]> {
  const pace = new Pace();
  const mapped: U[] = [];
  for (const item of items) {
    const turn = pace.count(1);
    if (turn !== null) await turn;
    mapped.push(map(item));
  }
  return mapped;
}
