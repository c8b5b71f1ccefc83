import { type Batches, byCells, type Cells, sizeOf } from './cells.js';
import type { Scratch } from './scratch.js';
import { isLong, type RunRow, SortRuns } from './sort-runs.js';

/** Rows that are held at most, by what they take about; a kind joins up to five tables. */
export const SORT_BYTES = 16 * 1024 * 1024;
const BATCH_ROWS = 512;
/** Of rows that waited apart; those of a batch are in memory together. */
const BATCH_BYTES = 1024 * 1024;

/** What was held and written, for tests and the bench. */
export interface SortFigures {
  heldRows: number;
  runs: number;
}

/**
 * Rows in the order of these cells, one after the other, whatever their number and length: what exceeds `bytes` is sorted in runs, in
 * files without names. Equal rows keep their order.
 */
export async function* sorted(
  rows: Batches,
  keys: readonly number[],
  scratch: Scratch,
  { bytes = SORT_BYTES, figures }: { bytes?: number; figures?: SortFigures } = {},
): Batches & AsyncGenerator<readonly Cells[]> {
  const compare = byCells(...keys);
  const runs = new SortRuns(scratch, keys);
  let held: Cells[] = [];
  let size = 0;
  try {
    for await (const batch of rows) {
      for (const row of batch) {
        held.push(row);
        size += sizeOf(row);
      }
      if (figures) figures.heldRows = Math.max(figures.heldRows, held.length);
      if (size < bytes) continue;
      await runs.add(held.sort(compare));
      held = [];
      size = 0;
    }
    if (figures) figures.runs = runs.count;
    held.sort(compare);
    if (runs.count === 0) {
      for (let at = 0; at < held.length; at += BATCH_ROWS) yield held.slice(at, at + BATCH_ROWS);
      return;
    }
    yield* merged(runs, held, compare);
  } finally {
    await runs.close();
  }
}

interface Cursor {
  readonly rows: AsyncIterator<readonly RunRow[]>;
  readonly index: number;
  batch: readonly RunRow[];
  at: number;
  /** of the row at hand, to be compared */
  cells: Cells;
}

/** Merges sorted runs, and the last one, which is in memory, by a heap of their first rows. */
async function* merged(
  runs: SortRuns,
  held: readonly Cells[],
  compare: (a: Cells, b: Cells) => number,
): AsyncGenerator<readonly Cells[]> {
  const less = (a: Cursor, b: Cursor) => (compare(a.cells, b.cells) || a.index - b.index) < 0;
  const heap: Cursor[] = [];
  for (const [index, rows] of [...runs.read(), inMemory(held)].entries()) {
    const cursor = { rows: rows[Symbol.asyncIterator](), index, batch: [], at: -1, cells: [] };
    if (step(cursor) || (await nextBatch(cursor))) heap.push(cursor);
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, less);
  let out: Cells[] = [];
  let longBytes = 0;
  while (heap.length > 0) {
    const top = heap[0]!;
    const row = top.batch[top.at]!;
    if (isLong(row)) longBytes += row.bytes;
    out.push(isLong(row) ? await runs.whole(row) : row);
    if (!step(top) && !(await nextBatch(top))) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap, 0, less);
    if (out.length < BATCH_ROWS && longBytes < BATCH_BYTES) continue;
    yield out;
    out = [];
    longBytes = 0;
  }
  if (out.length > 0) yield out;
}

async function* inMemory(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows;
}

/** To the next row. @returns whether it is in the batch at hand */
function step(cursor: Cursor): boolean {
  cursor.at += 1;
  const row = cursor.batch[cursor.at];
  if (row === undefined) return false;
  cursor.cells = isLong(row) ? row.cells : row;
  return true;
}

async function nextBatch(cursor: Cursor): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.rows.next();
    if (done) return false;
    cursor.batch = value;
    cursor.at = -1;
    if (step(cursor)) return true;
  }
}

function sink<T>(heap: T[], start: number, less: (a: T, b: T) => boolean): void {
  for (let at = start; ;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const least = right < heap.length && less(heap[right]!, heap[left]!) ? right : left;
    if (!less(heap[least]!, heap[at]!)) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
