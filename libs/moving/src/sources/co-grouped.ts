import { type Batches, type Cells, type Compare, compareTexts } from './cells.js';

/** All rows of one key: those of each table, in the order of the tables. */
export interface CoGroup {
  readonly key: readonly (string | null)[];
  readonly rows: readonly (readonly Cells[])[];
}

const BATCH_GROUPS = 512;

class Cursor {
  private batch: readonly Cells[] = [];
  private at = 0;
  private readonly rows: AsyncIterator<readonly Cells[]>;

  constructor(batches: Batches) {
    this.rows = batches[Symbol.asyncIterator]();
  }

  get row(): Cells | null {
    return this.batch[this.at] ?? null;
  }

  /** @returns whether the next batch has to be fetched */
  step(): boolean {
    this.at += 1;
    return this.at >= this.batch.length;
  }

  async fetch(): Promise<void> {
    do {
      const { done, value } = await this.rows.next();
      this.batch = done ? [] : value;
      this.at = 0;
      if (done) return;
    } while (this.batch.length === 0);
  }

  async end(): Promise<void> {
    await this.rows.return?.();
  }
}

/**
 * Brings together what has the same key, for every key of any table.
 * @param tables each sorted by its first `width` cells, which are the key
 * @param compareCells how they are sorted
 */
export async function* coGrouped(
  tables: readonly Batches[],
  width: number,
  compareCells: Compare<string | null> = compareTexts,
): AsyncGenerator<readonly CoGroup[]> {
  const cursors = tables.map((rows) => new Cursor(rows));
  const compare = (a: Cells, b: Cells) => {
    for (let index = 0; index < width; index++) {
      const order = compareCells(a[index]!, b[index]!);
      if (order !== 0) return order;
    }
    return 0;
  };
  let out: CoGroup[] = [];
  try {
    for (const cursor of cursors) await cursor.fetch();
    for (;;) {
      let least: Cells | null = null;
      for (const { row } of cursors) {
        if (row !== null && (least === null || compare(row, least) < 0)) least = row;
      }
      if (least === null) break;
      const rows: Cells[][] = [];
      for (const cursor of cursors) {
        const own: Cells[] = [];
        for (let row = cursor.row; row !== null && compare(row, least) === 0; row = cursor.row) {
          own.push(row);
          if (cursor.step()) await cursor.fetch();
        }
        rows.push(own);
      }
      out.push({ key: least.slice(0, width), rows });
      if (out.length === BATCH_GROUPS) {
        yield out;
        out = [];
      }
    }
    if (out.length > 0) yield out;
  } finally {
    for (const cursor of cursors) await cursor.end();
  }
}
