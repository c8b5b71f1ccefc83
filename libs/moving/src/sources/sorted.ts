import type { Batches, Cells } from './cells.js';
import type { Scratch } from './scratch.js';
import { SortLines } from './sort-lines.js';
import { SortRuns } from './sort-runs.js';

/** Lines that are held at most, by what they take about; a kind joins up to five tables. */
export const SORT_BYTES = 16 * 1024 * 1024;
/** Of a line besides its units. */
const LINE_BYTES = 32;
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
 * files without names. Equal rows keep their order. They are lines of text meanwhile, one thing each: collecting what rows consist of
 * took longer than all else.
 */
export async function* sorted(
  rows: Batches,
  keys: readonly number[],
  scratch: Scratch,
  { bytes = SORT_BYTES, figures }: { bytes?: number; figures?: SortFigures } = {},
): Batches & AsyncGenerator<readonly Cells[]> {
  const form = new SortLines(keys);
  const runs = new SortRuns(scratch, form);
  let held: string[] = [];
  let size = 0;
  try {
    for await (const batch of rows) {
      for (const row of batch) {
        const line = form.write(row);
        held.push(line);
        size += line.length + LINE_BYTES;
      }
      if (figures) figures.heldRows = Math.max(figures.heldRows, held.length);
      if (size < bytes) continue;
      await runs.add(held.sort());
      held = [];
      size = 0;
    }
    if (figures) figures.runs = runs.count;
    held.sort();
    if (runs.count > 0) {
      yield* merged(runs, held, form);
      return;
    }
    for (let at = 0; at < held.length; at += BATCH_ROWS) {
      yield held.slice(at, at + BATCH_ROWS).map((line) => form.read(line));
    }
  } finally {
    await runs.close();
  }
}

interface Cursor {
  readonly lines: AsyncIterator<readonly string[]>;
  batch: readonly string[];
  at: number;
  /** at hand */
  line: string;
}

/** Merges sorted runs, and the last one, which is in memory, by a heap of their first lines. */
async function* merged(
  runs: SortRuns,
  held: readonly string[],
  form: SortLines,
): AsyncGenerator<readonly Cells[]> {
  const heap: Cursor[] = [];
  for (const lines of [...runs.read(), inMemory(held)]) {
    const cursor = { lines: lines[Symbol.asyncIterator](), batch: [], at: -1, line: '' };
    if (await nextBatch(cursor)) heap.push(cursor);
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
  let out: Cells[] = [];
  let longBytes = 0;
  while (heap.length > 0) {
    const top = heap[0]!;
    const { line, long } = await runs.whole(top.line);
    longBytes += long;
    out.push(form.read(line));
    if (!step(top) && !(await nextBatch(top))) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap, 0);
    if (out.length < BATCH_ROWS && longBytes < BATCH_BYTES) continue;
    yield out;
    out = [];
    longBytes = 0;
  }
  if (out.length > 0) yield out;
}

async function* inMemory(lines: readonly string[]): AsyncGenerator<readonly string[]> {
  yield lines;
}

/** To the next line. @returns whether it is in the batch at hand */
function step(cursor: Cursor): boolean {
  cursor.at += 1;
  const line = cursor.batch[cursor.at];
  if (line === undefined) return false;
  cursor.line = line;
  return true;
}

async function nextBatch(cursor: Cursor): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.lines.next();
    if (done) return false;
    cursor.batch = value;
    cursor.at = -1;
    if (step(cursor)) return true;
  }
}

function sink(heap: Cursor[], start: number): void {
  for (let at = start; ;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const least = right < heap.length && heap[right]!.line < heap[left]!.line ? right : left;
    if (heap[least]!.line > heap[at]!.line) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
