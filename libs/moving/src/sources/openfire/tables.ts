import type { Batches, Cells } from '../cells.js';

/** Only rows whose column is at or above a value. A hint: more may come. */
export interface AtLeast {
  readonly column: string;
  readonly value: string;
}

/** Rows that hang on those of another table. */
export interface Parts<C = string> {
  readonly table: string;
  /** the number by which they do; both tables have it */
  readonly by: string;
  /** with {@link by} */
  readonly columns: readonly C[];
}

/** A database as its engine shows it: tables of texts, in one consistent state. Names are in lower case, as {@link found} has them. */
export interface Tables {
  readonly found: ReadonlyMap<string, ReadonlySet<string>>;
  /** tables that were found and may not be read */
  readonly denied: ReadonlySet<string>;
  /** whether other tables that may not be read are not found */
  readonly hidesDenied: boolean;
  /** Rows in any order, that of the same call being the same. */
  read(table: string, columns: readonly string[], atLeast?: AtLeast): Batches;
  /** The same in the order of the first `width` columns, as `compareTexts` has it; `null` where the engine has no such order. */
  readSorted(table: string, columns: readonly string[], width: number): Batches | null;
  /**
   * The same, each row with its parts in one more cell: JSON, a list of rows of texts; null: it has none. Parts of no row come first, all
   * other cells being null. `null` where the engine does not bring them together.
   */
  readJoined(
    table: string,
    columns: readonly string[],
    width: number,
    parts: Parts,
  ): Batches | null;
  count(table: string): Promise<number>;
  /** The statement that lets the role read a table, found or not; null: there are no rights. */
  grant(table: string): string | null;
  close(): Promise<void>;
}

/** A column, or the names that it had in the course of time, newest first. */
export type Column = string | readonly [string, ...string[]];

/** `ofUser` was `jiveUser`, `ofMucRoom` was `mucRoom`, `ofPubsubNode` was `pubsubNode`, before schema 19. */
function namesOf(table: string): readonly string[] {
  const name = table.toLowerCase();
  const rest = name.replace(/^of/, '');
  return [name, /^(muc|pubsub)/.test(rest) ? rest : `jive${rest}`];
}

/** Tables by the names of the newest schema; what was found decides. */
export class Schema {
  constructor(private readonly tables: Tables) {}

  /** The name that was found; null: there is no such table. */
  nameOf(table: string): string | null {
    return namesOf(table).find((name) => this.tables.found.has(name)) ?? null;
  }

  has(table: string, column?: string): boolean {
    const name = this.nameOf(table);
    if (name === null) return false;
    return column === undefined || this.tables.found.get(name)!.has(column.toLowerCase());
  }

  async count(table: string): Promise<number> {
    const name = this.nameOf(table);
    return name === null ? 0 : this.tables.count(name);
  }

  /** Rows with these columns; those that were not found are null, a table that was not found is empty. */
  read(table: string, columns: readonly Column[], atLeast?: AtLeast): Batches {
    const asked = this.asked(table, columns);
    if (asked === null) return none();
    const hint =
      atLeast && asked.there.has(atLeast.column.toLowerCase())
        ? { ...atLeast, column: atLeast.column.toLowerCase() }
        : undefined;
    return asked.placed(this.tables.read(asked.name, asked.columns, hint));
  }

  /** The same in the order of the first `width` columns; `null` where the engine has no order of texts that is ours. */
  readSorted(table: string, columns: readonly Column[], width: number): Batches | null {
    const asked = this.asked(table, columns);
    if (asked === null) return none();
    const keys = this.asked(table, columns.slice(0, width))?.columns.length ?? 0;
    const rows = this.tables.readSorted(asked.name, asked.columns, keys);
    return rows && asked.placed(rows);
  }

  /** The same with its parts; `null` too where one of the tables or a column of the parts was not found. */
  readJoined(
    table: string,
    columns: readonly Column[],
    width: number,
    parts: Parts<Column>,
  ): Batches | null {
    const asked = this.asked(table, columns);
    const parted = this.asked(parts.table, parts.columns);
    if (asked === null || parted?.columns.length !== parts.columns.length) return null;
    const keys = this.asked(table, columns.slice(0, width))?.columns.length ?? 0;
    const rows = this.tables.readJoined(asked.name, asked.columns, keys, {
      table: parted.name,
      by: parts.by.toLowerCase(),
      columns: parted.columns,
    });
    return rows && asked.placed(rows, 1);
  }

  /** `null`: there is nothing to read */
  private asked(table: string, columns: readonly Column[]) {
    const name = this.nameOf(table);
    if (name === null) return null;
    const there = this.tables.found.get(name)!;
    const found = columns.map((column) =>
      [column]
        .flat()
        .map((one) => one.toLowerCase())
        .find((one) => there.has(one)),
    );
    const asked = [...new Set(found.filter((column) => column !== undefined))];
    if (asked.length === 0) return null;
    const places = found.map((column) => (column === undefined ? -1 : asked.indexOf(column)));
    const isWhole = asked.length === columns.length;
    const placed = (rows: Batches, more = 0) =>
      isWhole
        ? rows
        : withPlaces(rows, [
            ...places,
            ...Array.from({ length: more }, (_, n) => asked.length + n),
          ]);
    return { name, there, columns: asked, placed };
  }
}

async function* none(): Batches {}

async function* withPlaces(rows: Batches, places: readonly number[]): Batches {
  for await (const batch of rows) {
    yield batch.map((row): Cells => places.map((at) => (at < 0 ? null : row[at]!)));
  }
}
