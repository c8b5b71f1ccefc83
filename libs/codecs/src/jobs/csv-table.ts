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
const MARK = [0xef, 0xbb, 0xbf];
/** `null`: there is one column */
const SEPARATORS = [...[',', ';', '\t'].map((one) => one.charCodeAt(0)), null];

export interface TableRules {
  /** @param members that the columns fill. @throws what refuses the table as a whole */
  readonly check?: (members: readonly string[]) => void;
}

/** A table in CSV, whose first line says what its columns are. Contract: extensions E7.1 */
export class CsvTable implements LineReader {
  private head: Uint8Array[] = [];
  private headBytes = 0;
  private readonly headEnd = new HeaderEnd();
  private rows: CsvRows | null = null;

  constructor(
    private readonly type: JobType,
    private readonly take: TakeLine,
    private readonly rules: TableRules = {},
  ) {}

  /** @throws UnreadableTable */
  push(chunk: Uint8Array): void {
    if (this.rows !== null) return this.rows.push(chunk);
    const before = this.headBytes;
    this.head.push(Uint8Array.prototype.slice.call(chunk));
    this.headBytes += chunk.length;
    const end = this.headEnd.in(chunk);
    if (end === null) {
      if (this.headBytes > MOST_LINE_BYTES) throw tooLong();
      return;
    }
    this.begin(Buffer.concat(this.head, before + end));
    this.head = [];
    this.rows!.push(chunk.subarray(end));
  }

  /** @throws UnreadableTable */
  end(): void {
    if (this.rows === null) this.begin(Buffer.concat(this.head));
    if (!this.rows!.end()) throw new UnreadableTable('a quote is not closed');
  }

  private begin(head: Uint8Array): void {
    const { separator, columns } = headerIn(this.type, withoutMark(head));
    this.rules.check?.(columns.map(({ member }) => member));
    this.rows = new CsvRows(separator, MOST_LINE_BYTES, (row) =>
      this.take('cells' in row ? lineOf(columns, row.cells) : row),
    );
  }
}

/** Looks at each byte of the head once, however it arrives. */
class HeaderEnd {
  private isQuoted = false;
  private isEmpty = true;
  private seen = 0;

  /** Behind the first line that is not empty, in the chunk; `null` if that is not complete. */
  in(chunk: Uint8Array): number | null {
    for (let at = 0; at < chunk.length; at++, this.seen++) {
      const byte = chunk[at]!;
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      if (byte === LF && !this.isQuoted && !this.isEmpty) return at + 1;
      const isOfMark = this.seen < MARK_BYTES && byte === MARK[this.seen];
      if (byte !== LF && byte !== 0x0d && !isOfMark) this.isEmpty = false;
    }
    return null;
  }
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
