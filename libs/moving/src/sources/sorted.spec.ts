import { type FileHandle, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Batches, type Cells, compareTexts } from './cells.js';
import { coGrouped } from './co-grouped.js';
import { Scratch } from './scratch.js';
import { sorted } from './sorted.js';

let folder: string;
let scratch: Scratch;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sorted-'));
  scratch = new Scratch(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function* batches(rows: readonly Cells[], size = 3): Batches {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
async function all<T>(found: Batches<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const batch of found) rows.push(...batch);
  return rows;
}

/** Such a row waits apart from its key. */
const LONG = '\n\ud83dä'.repeat(3000);

const cell = fc.oneof(
  fc.constantFrom(null, '', 'a', 'A', 'ß', '\0', '\n', '\ud83d', '😀', '\ufffd'),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
    .map((u) => String.fromCharCode(...u)),
);

it('sorts in runs as in memory, by UTF-16 units, keeping equal rows in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, fc.constantFrom('short', LONG))),
      fc.constantFrom(1, 300, 1e9),
      async (cells, bytes) => {
        const rows = cells.map(([a, b, c], index): Cells => [a, b, c, String(index)]);
        const found = await all(sorted(batches(rows), [0, 1], scratch, { bytes }));
        expect(found).toEqual(
          rows.toSorted((a, b) => compareTexts(a[0]!, b[0]!) || compareTexts(a[1]!, b[1]!)),
        );
      },
    ),
    { numRuns: 200 },
  );
});

it('holds as many rows of a long table as of a short one, and leaves no file', async () => {
  const held: number[] = [];
  for (const count of [10_000, 100_000]) {
    async function* rows(): Batches {
      for (let at = 0; at < count; at += 500) {
        yield Array.from({ length: 500 }, (_, n) => [
          String(((at + n) * 7919) % 1_000_003),
          'x'.repeat(50),
        ]);
      }
    }
    const figures = { heldRows: 0, runs: 0 };
    let last = '';
    let seen = 0;
    let isSorted = true;
    for await (const batch of sorted(rows(), [0], scratch, { bytes: 500_000, figures })) {
      for (const [key] of batch) {
        isSorted &&= key! >= last;
        last = key!;
        seen += 1;
      }
    }
    expect(await readdir(folder)).toEqual([]);
    expect(isSorted).toBe(true);
    expect(seen).toBe(count);
    expect(figures.runs).toBeGreaterThan(1);
    held.push(figures.heldRows);
  }
  expect(held[1]).toBe(held[0]);
});

/** What was read of its files. */
class CountedScratch extends Scratch {
  bytes = 0;

  override async unnamed(): Promise<FileHandle> {
    const file = await super.unnamed();
    const read = file.read.bind(file);
    const counted = async (buffer: Buffer, offset: number, length: number, position: number) => {
      const done = await read(buffer, offset, length, position);
      this.bytes += done.bytesRead;
      return done;
    };
    return Object.assign(file, { read: counted });
  }
}

it('reads long rows one by one when their turn has come, from however many runs', async () => {
  const [count, length] = [60, 1024 * 1024];
  async function* rows(): Batches {
    for (let n = 0; n < count; n++) yield [[String((n * 37) % count), 'x'.repeat(length)]];
  }
  const counted = new CountedScratch(folder);
  const figures = { heldRows: 0, runs: 0 };
  let [given, mostAhead, mostAtOnce] = [0, 0, 0];
  const options = { bytes: length, figures };
  for await (const batch of sorted(rows(), [0], counted, options)) {
    mostAhead = Math.max(mostAhead, counted.bytes - given);
    given += batch.length * length;
    mostAtOnce = Math.max(mostAtOnce, batch.length);
  }
  expect([figures, given]).toEqual([{ heldRows: 1, runs: count }, count * length]);
  expect(counted.bytes).toBeGreaterThan(given);
  expect(mostAhead / length).toBeLessThan(1.1);
  expect(mostAtOnce).toBe(1);
});

it('reads less ahead of each run where there are many', async () => {
  const counted = new CountedScratch(folder);
  const rows = Array.from({ length: 20_000 }, (_, n): Cells => [String(n % 9973), 'x'.repeat(980)]);
  const found = sorted(batches(rows, 20), [0], counted, { bytes: 20_000 });
  const first = await found.next();
  expect(counted.bytes).toBeLessThan(5 * 1024 * 1024);
  await found.return(first.value);
});

it('gives the file back when nobody reads to the end', async () => {
  const rows = Array.from({ length: 5000 }, (_, n): Cells => [String(n), 'x'.repeat(100)]);
  for await (const _ of sorted(batches(rows, 100), [0], scratch, { bytes: 10_000 })) break;
  expect(await readdir(folder)).toEqual([]);
});

it('brings together what has the same key', async () => {
  const key = fc.constantFrom('', 'a', 'b', 'ß', '😀', '\ufffd');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(key), { minLength: 1, maxLength: 4 }), async (tables) => {
      const rows = tables.map((keys) => keys.map((k, n): Cells => [k, String(n)]));
      const streams = rows.map((table) => sorted(batches(table), [0], scratch));
      const found = await all(coGrouped(streams, 1));
      const keys = [...new Set(tables.flat())].sort(compareTexts);
      expect(found).toEqual(
        keys.map((k) => ({ key: [k], rows: rows.map((table) => table.filter((r) => r[0] === k)) })),
      );
    }),
    { numRuns: 200 },
  );
});
