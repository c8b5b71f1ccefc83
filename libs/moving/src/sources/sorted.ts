import type { FileHandle } from 'node:fs/promises';
import type { Batches, Cells, Compare } from './cells.js';
import type { Scratch } from './scratch.js';

/** Rows that are held at most, by what they take about; a kind joins up to five tables. */
export const SORT_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const BATCH_ROWS = 512;

interface Run {
  readonly start: number;
  readonly end: number;
}

/** What was held and written, for tests and the bench. */
export interface SortFigures {
  heldRows: number;
  runs: number;
}

/**
 * Rows in the order of `compare`, whatever their number: what exceeds `bytes` is sorted in runs, in a file without a name. Equal rows
 * keep their order.
 */
export async function* sorted(
  rows: Batches,
  compare: Compare<Cells>,
  scratch: Scratch,
  { bytes = SORT_BYTES, figures }: { bytes?: number; figures?: SortFigures } = {},
): Batches & AsyncGenerator<readonly Cells[]> {
  let held: Cells[] = [];
  let size = 0;
  let file: FileHandle | null = null;
  let written = 0;
  const runs: Run[] = [];
  try {
    for await (const batch of rows) {
      for (const row of batch) {
        held.push(row);
        size += sizeOf(row);
      }
      if (figures) figures.heldRows = Math.max(figures.heldRows, held.length);
      if (size < bytes) continue;
      file ??= await scratch.unnamed();
      const end = await writeRun(file, held.sort(compare), written);
      runs.push({ start: written, end });
      written = end;
      held = [];
      size = 0;
    }
    if (figures) figures.runs = runs.length;
    held.sort(compare);
    if (file === null) {
      for (let at = 0; at < held.length; at += BATCH_ROWS) yield held.slice(at, at + BATCH_ROWS);
      return;
    }
    const from = file;
    yield* merged([...runs.map((run) => readRun(from, run)), inMemory(held)], compare);
  } finally {
    await file?.close();
  }
}

function sizeOf(row: Cells): number {
  let size = 64;
  for (const cell of row) size += cell === null ? 8 : 32 + cell.length;
  return size;
}

/** JSON writes lone surrogates and NUL as escapes, so any text survives UTF-8. */
async function writeRun(file: FileHandle, rows: readonly Cells[], start: number): Promise<number> {
  let position = start;
  let text = '';
  const flush = async () => {
    const buffer = Buffer.from(text);
    text = '';
    await file.write(buffer, 0, buffer.length, position);
    position += buffer.length;
  };
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length > 1024 * 1024) await flush();
  }
  await flush();
  return position;
}

async function* inMemory(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows;
}

async function* readRun(file: FileHandle, { start, end }: Run): AsyncGenerator<readonly Cells[]> {
  let rest: Buffer = Buffer.alloc(0);
  for (let at = start; at < end;) {
    const chunk = Buffer.allocUnsafe(Math.min(Math.max(CHUNK_BYTES, rest.length), end - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('A file of the scratch folder ended early.');
    at += bytesRead;
    const whole = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const last = whole.lastIndexOf(10);
    if (last >= 0) yield JSON.parse(`[${whole.toString('utf8', 0, last).replaceAll('\n', ',')}]`);
    rest = whole.subarray(last + 1);
  }
}

interface Cursor {
  readonly rows: AsyncGenerator<readonly Cells[]>;
  readonly index: number;
  batch: readonly Cells[];
  at: number;
}

/** Merges sorted runs by a heap of their first rows. */
async function* merged(
  runs: readonly AsyncGenerator<readonly Cells[]>[],
  compare: Compare<Cells>,
): AsyncGenerator<readonly Cells[]> {
  const less = (a: Cursor, b: Cursor) =>
    (compare(a.batch[a.at]!, b.batch[b.at]!) || a.index - b.index) < 0;
  const heap: Cursor[] = [];
  for (const [index, rows] of runs.entries()) {
    const cursor = { rows, index, batch: [], at: -1 };
    if (await nextBatch(cursor)) heap.push(cursor);
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, less);
  let out: Cells[] = [];
  while (heap.length > 0) {
    const top = heap[0]!;
    out.push(top.batch[top.at]!);
    top.at += 1;
    if (top.at === top.batch.length && !(await nextBatch(top))) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap, 0, less);
    if (out.length === BATCH_ROWS) {
      yield out;
      out = [];
    }
  }
  if (out.length > 0) yield out;
}

async function nextBatch(cursor: Cursor): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.rows.next();
    if (done) return false;
    if (value.length === 0) continue;
    cursor.batch = value;
    cursor.at = 0;
    return true;
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
