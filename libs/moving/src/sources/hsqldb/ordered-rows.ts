import { type Batches, byCells, type Cells, type Compare, compareTexts } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import type { RowOrder } from './row-order.js';

/** Numbers as an engine writes them: no signs, no zeros before them. */
const compareNumbers: Compare<string | null> = (a, b) =>
  (a?.length ?? 0) - (b?.length ?? 0) || compareTexts(a, b);

const byFirst: Readonly<Record<RowOrder, Compare<Cells>>> = {
  numbers: (a, b) => compareNumbers(a[0]!, b[0]!),
  texts: byCells(0),
};

export function canBeOrdered(rows: Iterable<Cells>, order: RowOrder): boolean {
  if (order === 'texts') return true;
  for (const [number] of rows) if (!/^(0|[1-9]\d*)$/.test(number ?? '')) return false;
  return true;
}

/** Rows of a log, to be put among those of the script: where these have an order, it stays. */
export class AddedRows {
  private readonly compare: Compare<Cells> | null;
  private readonly rows: readonly Cells[];
  private at = 0;

  constructor(rows: Cells[], order: RowOrder | null) {
    this.compare = order && byFirst[order];
    this.rows = this.compare === null ? rows : rows.sort(this.compare);
  }

  /** A batch of the script, with those that belong before its last row. */
  among(batch: readonly Cells[]): readonly Cells[] {
    const last = batch.at(-1);
    if (this.compare === null || last === undefined) return batch;
    const from = this.at;
    while (this.at < this.rows.length && this.compare(this.rows[this.at]!, last) < 0) this.at += 1;
    return this.at === from
      ? batch
      : [...batch, ...this.rows.slice(from, this.at)].sort(this.compare);
  }

  rest(): readonly Cells[] {
    return this.rows.slice(this.at);
  }
}

/**
 * Each row with its parts in one more cell, as JSON. Parts of no row are a row of nulls.
 * @param rows the number before the cells
 * @param width how many cells
 * @param parts the number first; both in its order
 */
export async function* joinedByNumber(rows: Batches, width: number, parts: Batches): Batches {
  const alone: readonly null[] = Array.from({ length: width }, () => null);
  for await (const groups of coGrouped([rows, parts], 1, compareNumbers)) {
    yield groups.flatMap(({ rows: [items, hanging] }): Cells[] => {
      const list = hanging!.length === 0 ? null : JSON.stringify(hanging);
      if (items!.length === 0) return [[...alone, list]];
      return items!.map((row) => {
        const cells = row.slice(1);
        cells.push(list);
        return cells;
      });
    });
  }
}
