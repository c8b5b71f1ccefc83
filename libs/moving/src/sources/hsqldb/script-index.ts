import type { FileHandle } from 'node:fs/promises';
import { SourceRefused } from '../../source.js';
import {
  LOB_SCHEMA,
  lobTable,
  SYSTEM_LOBS,
  tableDefinition,
  type TableDefinition,
} from './definitions.js';
import { lineBlocks, lineOf } from './lines.js';
import { OrderWatch, type RowOrder } from './row-order.js';
import { BrokenStatement } from './statement.js';

/** Rows of one table that stand together. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly rows: number;
  /** length of `INSERT INTO … VALUES(` */
  readonly head: number;
}

/** What a `.script` holds, and where. */
export interface ScriptIndex {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
  /** Of the rows of a table whose first column is the first of its primary key; `null`: in none that is known. */
  orderOf(table: string): RowOrder | null;
  /** KiB of a block in `.lobs` */
  readonly lobScale: number;
}

const INSERT = /^INSERT INTO (?:"?(\w+)"?\.)?("[^"]+"|\w+) VALUES\(/;
const PASSED_OVER = /^(SET|CREATE|ALTER|GRANT|REVOKE|COMMENT|DECLARE|CONNECT|DISCONNECT) /;
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^CREATE CACHED TABLE/, 'tables on disk (CREATE CACHED TABLE)'],
  [/^CREATE TEXT TABLE/, 'tables in text files (CREATE TEXT TABLE)'],
  [/^SET FILES SCRIPT FORMAT (?!TEXT)/, 'a compressed script'],
  [/^SET SCRIPTFORMAT (?!TEXT)/, 'a compressed script'],
  [/^SET FILES LOB COMPRESSED TRUE/, 'compressed LOBs'],
  [/^SET FILES CRYPT/, 'encrypted files'],
];

/** @throws SourceRefused if a statement asks for what is not read here */
export function refuseUnreadable(statement: string, name: string): void {
  const found = REFUSED.find(([pattern]) => pattern.test(statement));
  if (found) throw new SourceRefused(`${name} has ${found[1]}, which cannot be read.`);
}

/** Reads a script once, line by line, without making texts of its rows. */
export async function indexScript(file: FileHandle, name: string): Promise<ScriptIndex> {
  const reader = new IndexReader(name);
  for await (const { bytes, start } of lineBlocks(file, name)) {
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(10, at);
      if (end < 0) throw reader.broken('It ends within a line.');
      reader.line(bytes, at, end, start);
      at = end + 1;
    }
  }
  return reader.finish();
}

class IndexReader implements ScriptIndex {
  readonly tables = new Map(SYSTEM_LOBS.map((table) => [lobTable(table.name), table]));
  readonly ranges = new Map<string, Range[]>();
  lobScale = 32;
  private schema = 'public';
  private lines = 0;
  /** the statement that the lines before began with */
  private head = Buffer.alloc(0);
  private open: { table: string; start: number; end: number; rows: number } | null = null;
  private readonly watches = new Map<string, OrderWatch>();
  /** of the table that is open */
  private watch: OrderWatch | null = null;

  constructor(private readonly name: string) {}

  line(bytes: Buffer, from: number, to: number, offset: number): void {
    this.lines += 1;
    const { head } = this;
    const last = bytes[to - 1] === 13 ? to - 2 : to - 1;
    const isNext = to - from > head.length && head.compare(bytes, from, from + head.length) === 0;
    if (this.open && isNext) {
      if (bytes[last] !== 41) throw this.broken('A row does not end.');
      this.open.end = offset + to + 1;
      this.open.rows += 1;
      this.watch?.row(bytes, from + head.length, to);
      return;
    }
    this.endRange();
    const start = bytes.toString('latin1', from, Math.min(to, from + 400));
    const insert = INSERT.exec(start);
    if (insert === null) {
      this.statement(lineOf(bytes, from, to));
      return;
    }
    if (bytes[last] !== 41) throw this.broken('A row does not end.');
    const schema = (insert[1] ?? this.schema).toLowerCase();
    const plain = insert[2]!.replaceAll('"', '').toLowerCase();
    const table = schema === LOB_SCHEMA ? lobTable(plain) : plain;
    const definition = this.tables.get(table);
    if (definition === undefined) throw this.broken(`There is no table ${plain}.`);
    this.head = Buffer.from(insert[0], 'latin1');
    this.open = { table, start: offset + from, end: offset + to + 1, rows: 1 };
    this.watch = definition.key[0] === 0 ? (this.watches.get(table) ?? new OrderWatch()) : null;
    if (this.watch === null) return;
    this.watches.set(table, this.watch);
    this.watch.row(bytes, from + this.head.length, to);
  }

  orderOf(table: string): RowOrder | null {
    return this.watches.get(table)?.order ?? null;
  }

  private endRange(): void {
    if (this.open === null) return;
    const { table, ...range } = this.open;
    const ranges = this.ranges.get(table) ?? [];
    this.ranges.set(table, ranges);
    ranges.push({ ...range, head: this.head.length });
    this.open = null;
  }

  private statement(text: string): void {
    if (text === '') return;
    refuseUnreadable(text, this.name);
    const schema = /^SET SCHEMA "?(\w+)"?$/.exec(text);
    if (schema) this.schema = schema[1]!.toLowerCase();
    const scale = /^SET FILES LOB SCALE (\d+)$/.exec(text);
    if (scale) this.lobScale = Number(scale[1]);
    try {
      const table = tableDefinition(text);
      if (table) this.tables.set(table.name, table);
      else if (!PASSED_OVER.test(text)) throw new BrokenStatement('It is no statement known here.');
    } catch (error) {
      if (error instanceof BrokenStatement) throw this.broken(error.message);
      throw error;
    }
  }

  broken(why: string): SourceRefused {
    return new SourceRefused(`${this.name} is damaged in line ${this.lines}: ${why}`);
  }

  finish(): ScriptIndex {
    this.endRange();
    return this;
  }
}
