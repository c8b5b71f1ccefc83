import { UnreadableTable } from '@chat-admin/domain/jobs/errors';
import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { MARK_BYTES, startsWithMark } from '../wire/decode.js';
import { isColumn, lineOf, readHeader } from './csv-columns.js';
import type { Column } from './csv-columns.js';
import { CsvRows } from './csv-rows.js';
import type { CsvRow } from './csv-rows.js';
import type { LineReader, TakeLine } from './line-reader.js';

const LF = 0x0a;
const QUOTE = 0x22;
/** `null`: there is one column */
const SEPARATORS = [...[',', ';', '\t'].map((one) => one.charCodeAt(0)), null];

/** A table in CSV, whose first line says what its columns are. Contract: extensions E7.1 */
export class CsvTable implements LineReader {
  private head: Uint8Array = new Uint8Array(0);
  private rows: CsvRows | null = null;

  constructor(
    private readonly type: JobType,
    private readonly take: TakeLine,
  ) {}

  /** @throws UnreadableTable */
  push(chunk: Uint8Array): void {
    if (this.rows !== null) return this.rows.push(chunk);
    this.head = Buffer.concat([this.head, chunk]);
    const end = endOfHeader(this.head);
    if (end === null) {
      if (this.head.length > MOST_LINE_BYTES) throw tooLong();
      return;
    }
    const rest = this.head.subarray(end);
    this.begin(this.head.subarray(0, end));
    this.head = new Uint8Array(0);
    this.rows!.push(rest);
  }

  /** @throws UnreadableTable */
  end(): void {
    if (this.rows === null) this.begin(this.head);
    if (!this.rows!.end()) throw new UnreadableTable('a quote is not closed');
  }

  private begin(head: Uint8Array): void {
    const { separator, columns } = headerIn(this.type, withoutMark(head));
    this.rows = new CsvRows(separator, MOST_LINE_BYTES, (row) =>
      this.take('cells' in row ? lineOf(columns, row.cells) : row),
    );
  }
}

/** Behind the first line that is not empty; `null` if that is not complete. */
function endOfHeader(bytes: Uint8Array): number | null {
  let isQuoted = false;
  let isEmpty = true;
  for (let at = startsWithMark(bytes) ? MARK_BYTES : 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (byte === LF && !isQuoted && !isEmpty) return at + 1;
    if (byte !== LF && byte !== 0x0d) isEmpty = false;
  }
  return null;
}

const withoutMark = (bytes: Uint8Array) =>
  startsWithMark(bytes) ? bytes.subarray(MARK_BYTES) : bytes;

/** The separator is the one that makes the most columns, all of which the type has. */
function headerIn(
  type: JobType,
  bytes: Uint8Array,
): { readonly separator: number | null; readonly columns: readonly Column[] } {
  const found = SEPARATORS.map((separator) => ({ separator, titles: titlesIn(bytes, separator) }));
  const byNumber = found.toSorted((a, b) => b.titles.length - a.titles.length);
  const all = ({ titles }: (typeof found)[number]) =>
    titles.every((title) => isColumn(type, title));
  const { separator, titles } = byNumber.find(all) ?? byNumber[0]!;
  return { separator: titles.length === 1 ? null : separator, columns: readHeader(type, titles) };
}

/** @throws UnreadableTable */
function titlesIn(bytes: Uint8Array, separator: number | null): readonly string[] {
  const rows: CsvRow[] = [];
  const parser = new CsvRows(separator, MOST_LINE_BYTES, (row) => rows.push(row));
  parser.push(bytes);
  if (!parser.end()) throw new UnreadableTable('a quote is not closed');
  const [row] = rows;
  if (row === undefined) throw new UnreadableTable('there is no header line');
  if ('unreadable' in row) throw new UnreadableTable(`the header line: ${row.unreadable}`);
  return row.cells;
}

const tooLong = () =>
  new UnreadableTable(`the header line: it has more than ${MOST_LINE_BYTES} bytes`);
