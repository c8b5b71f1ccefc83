import { UnreadableTable } from '@chat-admin/domain/jobs/errors';
import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { lineOf, readHeader } from './csv-columns.js';
import type { ColumnRules } from './csv-columns.js';
import { HeadEnd, headIn, namedSeparator, withoutMark } from './csv-head.js';
import { CsvRows, QUOTES } from './csv-rows.js';
import type { LineReader, TakeLine } from './line-reader.js';

export interface TableRules extends ColumnRules {
  /** @param members that the columns fill. @throws what refuses the table as a whole */
  readonly check?: (members: readonly string[]) => void;
}

/**
 * A table in CSV, whose first line says what its columns are. A line before that may say what separates
 * them. Contract: extensions E7.1
 */
export class CsvTable implements LineReader {
  private head: Uint8Array[] = [];
  private headBytes = 0;
  private headEnd = new HeadEnd();
  /** that a line `sep=` has named */
  private separator: number | null = null;
  private rows: CsvRows | null = null;
  private taken = 0;

  constructor(
    private readonly type: JobType,
    private readonly take: TakeLine,
    private readonly rules: TableRules = {},
  ) {}

  /** The number of the line that is read; that of the header is 1. */
  get line(): number {
    return this.rows === null ? 1 : this.taken + 2;
  }

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
    this.push(chunk.subarray(end));
  }

  /** @throws UnreadableTable */
  end(): void {
    if (this.rows === null) this.begin(Buffer.concat(this.head));
    // the only line names the separator
    if (this.rows === null) this.begin(new Uint8Array(0));
    if (!this.rows!.end()) throw new UnreadableTable('a quote is not closed', QUOTES);
  }

  private begin(line: Uint8Array): void {
    this.head = [];
    this.headBytes = 0;
    this.headEnd = new HeadEnd();
    const head = withoutMark(line);
    const named = this.separator === null ? namedSeparator(head) : null;
    if (named !== null) {
      this.separator = named;
      return;
    }
    const { separator, titles } = headIn(this.type, head, this.separator);
    const columns = readHeader(this.type, titles, this.rules);
    this.rules.check?.(columns.flatMap((column) => (column === null ? [] : [column.member])));
    this.rows = new CsvRows(separator, MOST_LINE_BYTES, (row) => {
      this.taken += 1;
      this.take('cells' in row ? lineOf(columns, row.cells) : row);
    });
  }
}

const tooLong = () =>
  new UnreadableTable(
    `the header line: it has more than ${MOST_LINE_BYTES} bytes`,
    `at most ${MOST_LINE_BYTES} bytes`,
  );
