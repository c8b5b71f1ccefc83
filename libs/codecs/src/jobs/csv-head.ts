import { UnreadableTable } from '@chat-admin/domain/jobs/errors';
import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { MARK_BYTES, startsWithMark } from '../wire/decode.js';
import { isColumn, withoutEmptyEnd } from './csv-columns.js';
import { CsvRows, QUOTES } from './csv-rows.js';
import type { CsvRow } from './csv-rows.js';

const LF = 0x0a;
const QUOTE = 0x22;
const MARK = [0xef, 0xbb, 0xbf];
const BYTES = [',', ';', '\t'].map((one) => one.charCodeAt(0));
/** `null`: there is one column */
const SEPARATORS = [...BYTES, null];
/** What a line has that says nothing: separators, blanks, its end. */
const EMPTY = [...BYTES, 0x20, 0x0d, LF];
/** With which a spreadsheet is told what separates the cells. */
const SEPARATOR_LINE = /^"?sep=(.?)"?\r?\n?$/i;

/** Finds the end of a line of the head. Looks at each byte once, however it arrives. */
export class HeadEnd {
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
      if (!EMPTY.includes(byte) && !isOfMark) this.isEmpty = false;
    }
    return null;
  }
}

export const withoutMark = (bytes: Uint8Array) =>
  startsWithMark(bytes) ? bytes.subarray(MARK_BYTES) : bytes;

/** @returns what a line `sep=` names, a byte; `null`: it is no such line. @throws UnreadableTable */
export function namedSeparator(line: Uint8Array): number | null {
  const named = SEPARATOR_LINE.exec(Buffer.from(line).toString('latin1').trimStart());
  if (named === null) return null;
  const byte = named[1]!.charCodeAt(0);
  if (!BYTES.includes(byte))
    throw new UnreadableTable(
      'sep= names neither , nor ; nor a tab',
      'one of sep=, or sep=; or sep= and a tab',
    );
  return byte;
}

interface Head {
  readonly separator: number | null;
  readonly titles: readonly string[];
}

/**
 * The header line. Without a named separator it is the one that makes the most columns, all of which the
 * type has, or at least the most that it has.
 * @throws UnreadableTable
 */
export function headIn(type: JobType, bytes: Uint8Array, named: number | null): Head {
  const separators = named === null ? SEPARATORS : [named];
  const rows = separators.map((separator) => ({ separator, row: rowIn(bytes, separator) }));
  const found = rows.flatMap(({ separator, row }) =>
    'cells' in row ? [{ separator, cells: row.cells, titles: withoutEmptyEnd(row.cells) }] : [],
  );
  if (found.length === 0) throw unreadableHead(rows[0]!.row);
  const known = (titles: readonly string[]) => titles.filter((one) => isColumn(type, one)).length;
  const weigh = ({ titles }: (typeof found)[number]) => {
    const count = known(titles);
    return [count === titles.length ? 1 : 0, count, titles.length] as const;
  };
  const [best] = found.toSorted((a, b) => compare(weigh(b), weigh(a)));
  const { separator, cells, titles } = best!;
  return { separator: named ?? (cells.length === 1 ? null : separator), titles };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function unreadableHead(row: CsvRow): UnreadableTable {
  const { unreadable, detail } = 'unreadable' in row ? row : { unreadable: '', detail: '' };
  return new UnreadableTable(`the header line: ${unreadable}`, detail);
}

/** @throws UnreadableTable */
function rowIn(bytes: Uint8Array, separator: number | null): CsvRow {
  const rows: CsvRow[] = [];
  const parser = new CsvRows(separator, MOST_LINE_BYTES, (row) => rows.push(row));
  parser.push(bytes);
  if (!parser.end()) throw new UnreadableTable('a quote is not closed', QUOTES);
  const [row] = rows;
  if (row === undefined)
    throw new UnreadableTable(
      'there is no header line',
      'a first line with the names of the columns',
    );
  return row;
}
