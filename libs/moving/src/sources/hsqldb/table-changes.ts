import type { Cells } from '../cells.js';
import type { TableDefinition } from './definitions.js';

/** What became of rows of one table since its script was written. */
export class TableChanges {
  /** by primary key: the row that is there now, or null */
  private readonly byKey = new Map<string, Cells | null>();
  /** without primary key: rows that were added, equal ones together */
  private readonly added = new Map<string, { row: Cells; count: number }>();
  /** without primary key: how many rows of the script are gone */
  private readonly gone = new Map<string, number>();

  constructor(private readonly table: TableDefinition) {}

  insert(row: Cells): void {
    const { key } = this.table;
    if (key.length > 0) {
      this.byKey.set(JSON.stringify(key.map((index) => row[index]!)), row);
      return;
    }
    const text = JSON.stringify(row);
    const found = this.added.get(text);
    if (found) found.count += 1;
    else this.added.set(text, { row, count: 1 });
  }

  /** @param values of the primary key, or of all columns where there is none */
  delete(values: Cells): void {
    const text = JSON.stringify(values);
    if (this.table.key.length > 0) {
      this.byKey.set(text, null);
      return;
    }
    const found = this.added.get(text);
    if (!found) this.gone.set(text, (this.gone.get(text) ?? 0) + 1);
    else if (found.count > 1) found.count -= 1;
    else this.added.delete(text);
  }

  /** For one pass over the rows of the script. */
  pass(): { stays(row: Cells): boolean; added(): Iterable<Cells> } {
    const left = new Map(this.gone);
    const { byKey, added, table } = this;
    return {
      stays(row) {
        if (table.key.length > 0) {
          return !byKey.has(JSON.stringify(table.key.map((index) => row[index]!)));
        }
        if (left.size === 0) return true;
        const text = JSON.stringify(row);
        const count = left.get(text);
        if (count === undefined) return true;
        if (count > 1) left.set(text, count - 1);
        else left.delete(text);
        return false;
      },
      *added() {
        for (const row of byKey.values()) if (row !== null) yield row;
        for (const { row, count } of added.values()) for (let n = 0; n < count; n++) yield row;
      },
    };
  }
}
