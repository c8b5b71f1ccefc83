import type { Cells } from '../cells.js';
import type { SharedConnection } from './shared-connection.js';

/** A cell above this many bytes is read apart from its row. */
const NEAR_BYTES = 8 * 1024;
/** What such cells that are asked for together are to take. */
export const FETCHED_BYTES = 2 * 1024 * 1024;
/** All cells are texts. */
export const TEXTS = { getTypeParser: () => (text: string) => text };

/** A row that lacks its long cells. */
interface FarRow {
  readonly cells: (string | null)[];
  /** where the row lies */
  readonly place: string;
}

/**
 * Cells of a table that may be long, which rows of a cursor come without: how long rows are cannot be known before they are fetched.
 * They are read where their rows lie, as many at once as their lengths allow, so a fetch is no longer than its number of rows allows.
 */
export class FarCells {
  constructor(
    private readonly connection: SharedConnection,
    /** in SQL */
    private readonly table: string,
    /** those that may be long, and their indexes in a row */
    private readonly columns: readonly { readonly name: string; readonly index: number }[],
  ) {}

  get areNone(): boolean {
    return this.columns.length === 0;
  }

  /** A column as a cursor selects it. */
  near(column: string, prefix = ''): string {
    const name = `${prefix}${this.quoted(column)}`;
    const isFar = this.columns.some((one) => one.name === column);
    return isFar ? `case when octet_length(${name}) <= ${NEAR_BYTES} then ${name} end` : name;
  }

  /** One more column behind all others: place and length of what the row lacks, null if that is nothing. */
  place(prefix = ''): string {
    const lengths = this.columns.map(({ name }) => `octet_length(${prefix}${this.quoted(name)})`);
    const isFar = lengths.map((length) => `${length} > ${NEAR_BYTES}`).join(' or ');
    const length = lengths.map((one) => `coalesce(${one}, 0)::bigint`).join(' + ');
    return `case when ${isFar} then concat_ws(' ', ${length}, ${prefix}ctid) end`;
  }

  /** The same rows with their long cells, without {@link place}. */
  async *completed(rows: readonly (string | null)[][]): AsyncGenerator<readonly Cells[]> {
    let batch: Cells[] = [];
    let far: FarRow[] = [];
    let bytes = 0;
    for (const cells of rows) {
      const found = cells.pop();
      if (found != null) {
        const [length, place] = found.split(' ') as [string, string];
        if (far.length > 0 && bytes + Number(length) > FETCHED_BYTES) {
          await this.complete(far);
          yield batch;
          [batch, far, bytes] = [[], [], 0];
        }
        far.push({ cells, place });
        bytes += Number(length);
      }
      batch.push(cells);
    }
    await this.complete(far);
    if (batch.length > 0) yield batch;
  }

  private async complete(rows: readonly FarRow[]): Promise<void> {
    if (rows.length === 0) return;
    const names = this.columns.map(({ name }) => this.quoted(name));
    const { rows: found } = await this.connection.cells<(string | null)[]>({
      text: `select ctid, ${names.join(', ')} from ${this.table} where ctid = any ($1::tid[])`,
      values: [rows.map(({ place }) => place)],
      rowMode: 'array',
      types: TEXTS,
    });
    const byPlace = new Map(found.map(([place, ...cells]) => [place, cells]));
    for (const { cells, place } of rows) {
      const there = byPlace.get(place)!;
      for (const [n, { index }] of this.columns.entries()) cells[index] = there[n]!;
    }
  }

  private readonly quoted = (column: string): string => this.connection.quoted(column);
}
