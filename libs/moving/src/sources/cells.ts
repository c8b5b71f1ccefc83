/** Values of one row as text, in the order of the columns that were asked for. */
export type Cells = readonly (string | null)[];

/** Rows travel in batches, since a promise per row costs more than reading it. */
export type Batches<T = Cells> = AsyncIterable<readonly T[]>;

/** What a row takes in memory, about. */
export function sizeOf(row: Cells): number {
  let size = 64;
  for (const cell of row) size += cell === null ? 8 : 32 + cell.length;
  return size;
}

/** By UTF-16 units, null first. */
export function compareTexts(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

export type Compare<T> = (a: T, b: T) => number;

/** By these cells, one after the other. */
export function byCells(...indexes: readonly number[]): Compare<Cells> {
  return (a, b) => {
    for (const index of indexes) {
      const order = compareTexts(a[index]!, b[index]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Rows of batches, one by one. */
export async function* each<T>(batches: Batches<T>): AsyncGenerator<T> {
  // `yield*` waits three times for each
  for await (const batch of batches) for (const row of batch) yield row;
}

/** A whole number, or null where there is none. */
export function integer(text: string | null | undefined): number | null {
  if (text == null) return null;
  const value = Number(text);
  return text.trim() !== '' && Number.isSafeInteger(value) ? value : null;
}

/** The text of a `CHAR(n)` without the blanks after it. */
export function unpadded(text: string | null): string | null {
  return text !== null && text.endsWith(' ') ? text.replace(/(?<! ) +$/, '') : text;
}
