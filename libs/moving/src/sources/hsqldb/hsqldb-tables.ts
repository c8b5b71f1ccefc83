import type { FileHandle } from 'node:fs/promises';
import { SourceFailed, SourceRefused } from '../../source.js';
import type { Batches, Cells } from '../cells.js';
import type { Parts, Tables } from '../openfire/tables.js';
import type { Scratch } from '../scratch.js';
import { sorted } from '../sorted.js';
import { AddedRows, canBeOrdered, joinedByNumber } from './ordered-rows.js';
import type { RowOrder } from './row-order.js';
import { lobTable, type TableDefinition } from './definitions.js';
import { closeFiles, copyFiles, type HsqldbFiles } from './files.js';
import { lineBlocks, lineOf } from './lines.js';
import { Lobs } from './lobs.js';
import { Replay } from './replay.js';
import { indexScript, type Range, type ScriptIndex } from './script-index.js';
import { BrokenStatement, insertedValues } from './statement.js';
import type { TableChanges } from './table-changes.js';

/** Few: what is in use is moved by each collection of garbage. */
const BATCH_ROWS = 128;

/** The files of Openfire's embedded database, read from copies. */
export class HsqldbTables implements Tables {
  readonly found: ReadonlyMap<string, ReadonlySet<string>>;
  readonly denied: ReadonlySet<string> = new Set();
  readonly hidesDenied = false;
  private lobs: Promise<Lobs> | null = null;

  private constructor(
    readonly files: HsqldbFiles,
    private readonly index: ScriptIndex,
    private readonly changes: ReadonlyMap<string, TableChanges>,
    private readonly scratch: Scratch,
  ) {
    const own = [...index.tables].filter(([name]) => !name.includes('.'));
    this.found = new Map(own.map(([name, { columns }]) => [name, new Set(columns)]));
  }

  /** @param path the script, its folder, or Openfire's home */
  static async open(path: string, scratch: Scratch): Promise<HsqldbTables> {
    const files = await copyFiles(path, scratch);
    try {
      const index = await indexScript(files.script, `${files.name}.script`);
      const old = files.version.startsWith('1.');
      const replay = new Replay(index.tables, `${files.name}.log`, old);
      if (files.log) await replayed(files.log, `${files.name}.log`, replay);
      const tables = new HsqldbTables(files, index, replay.changes, scratch);
      if (!tables.found.has('ofversion') && !tables.found.has('jiveversion')) {
        throw new SourceRefused(`${files.name}.script has no tables of Openfire.`);
      }
      await tables.requireWhole();
      return tables;
    } catch (error) {
      await closeFiles(files);
      throw error;
    }
  }

  read(table: string, columns: readonly string[]): Batches {
    return this.cells(table, columns, null);
  }

  /** Only where the script has that order. */
  readSorted(table: string, columns: readonly string[], width: number): Batches | null {
    return width === 1 ? this.ordered(table, columns, 'texts') : null;
  }

  /** Only where the script has both in the order of the number. */
  readJoined(
    table: string,
    columns: readonly string[],
    width: number,
    parts: Parts,
  ): Batches | null {
    const rows = this.ordered(table, [parts.by, ...columns], 'numbers');
    const hanging = this.ordered(parts.table, parts.columns, 'numbers');
    if (rows === null || hanging === null || parts.columns[0] !== parts.by) return null;
    const keys = Array.from({ length: width }, (_, index) => index);
    return sorted(joinedByNumber(rows, columns.length, hanging), keys, this.scratch);
  }

  private ordered(table: string, columns: readonly string[], order: RowOrder): Batches | null {
    const { index, changes } = this;
    const isInOrder = !index.ranges.has(table) || index.orderOf(table) === order;
    const isFirst = index.tables.get(table)!.columns[0] === columns[0];
    const added = changes.get(table)?.pass().added() ?? [];
    if (!isInOrder || !isFirst || !canBeOrdered(added, order)) return null;
    return this.cells(table, columns, order);
  }

  private async *cells(table: string, columns: readonly string[], order: RowOrder | null): Batches {
    const { definition, places } = this.selection(table, columns);
    const whole = places.length === definition.columns.length && places.every((p, i) => p === i);
    const lobs = places.flatMap((place, at) => (definition.lobs.includes(place) ? [at] : []));
    for await (const rows of this.wholeRows(table, definition, order)) {
      const cells = whole ? rows : rows.map((row) => cut(row, places));
      yield lobs.length === 0 ? cells : await this.withTexts(cells, lobs);
    }
  }

  async count(table: string): Promise<number> {
    if (!this.changes.has(table)) {
      return (this.index.ranges.get(table) ?? []).reduce((sum, { rows }) => sum + rows, 0);
    }
    let rows = 0;
    for await (const batch of this.wholeRows(table, this.index.tables.get(table)!)) {
      rows += batch.length;
    }
    return rows;
  }

  grant(): null {
    return null;
  }

  close(): Promise<void> {
    return closeFiles(this.files);
  }

  private selection(table: string, columns: readonly string[]) {
    const definition = this.index.tables.get(table)!;
    return { definition, places: columns.map((column) => definition.columns.indexOf(column)) };
  }

  private async *wholeRows(
    table: string,
    definition: TableDefinition,
    order: RowOrder | null = null,
  ): Batches {
    const changes = this.changes.get(table)?.pass();
    const added = new AddedRows(changes ? [...changes.added()] : [], order);
    for (const range of this.index.ranges.get(table) ?? []) {
      for await (const rows of this.ofRange(range, definition)) {
        yield changes ? added.among(rows.filter((row) => changes.stays(row))) : rows;
      }
    }
    if (changes) yield added.rest();
  }

  private async *ofRange({ start, end, head }: Range, definition: TableDefinition): Batches {
    const name = `${this.files.name}.script`;
    for await (const { bytes, start: offset } of lineBlocks(this.files.script, name, start, end)) {
      let rows: Cells[] = [];
      for (let at = 0; at < bytes.length;) {
        const to = bytes.indexOf(10, at);
        try {
          rows.push(insertedValues(lineOf(bytes, at, to), head, definition.columns.length));
        } catch (error) {
          if (!(error instanceof BrokenStatement)) throw error;
          throw new SourceRefused(
            `${name} is damaged at byte ${offset + at} (table ${definition.name}): ${error.message}`,
          );
        }
        at = to + 1;
        if (rows.length < BATCH_ROWS) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    }
  }

  /** Texts of an engine that runs may be written after their file was copied. */
  private async requireWhole(): Promise<void> {
    const lobs = await (this.lobs ??= this.openLobs());
    await lobs.requireWhole().catch((error: unknown) => {
      if (this.files.stopped || !(error instanceof SourceRefused)) throw error;
      throw new SourceFailed(`${error.message} It is being written, or cut off: repeat the line.`);
    });
  }

  private async withTexts(rows: readonly Cells[], places: readonly number[]): Promise<Cells[]> {
    const lobs = await (this.lobs ??= this.openLobs());
    const found: Cells[] = [];
    for (const row of rows) {
      const texts = [...row];
      for (const place of places) {
        const id = row[place];
        if (id != null) texts[place] = await lobs.text(id);
      }
      found.push(texts);
    }
    return found;
  }

  private openLobs(): Promise<Lobs> {
    const { files, index } = this;
    return Lobs.of(
      { file: files.lobs, name: `${files.name}.lobs`, scale: index.lobScale },
      this.read(lobTable('lob_ids'), ['lob_id', 'lob_length', 'lob_type', 'lob_usage_count']),
      this.read(lobTable('lobs'), ['block_addr', 'block_count', 'block_offset', 'lob_id']),
    );
  }
}

/** These cells of a row. Where they are little of it, they do not keep its whole line in memory. */
function cut(row: Cells, places: readonly number[]): Cells {
  let [size, kept] = [0, 0];
  for (const cell of row) size += cell?.length ?? 0;
  for (const place of places) kept += row[place]?.length ?? 0;
  return kept < size / 2
    ? places.map((place) => apart(row[place]!))
    : places.map((place) => row[place]!);
}

const apart = (text: string | null): string | null => (text === null ? null : ` ${text}`.slice(1));

/** A last line without its end was being written when the engine died: it never happened. */
async function replayed(log: FileHandle, name: string, replay: Replay): Promise<void> {
  for await (const { bytes } of lineBlocks(log, name)) {
    for (let at = 0, to = 0; (to = bytes.indexOf(10, at)) >= 0; at = to + 1) {
      replay.line(lineOf(bytes, at, to));
    }
  }
}
