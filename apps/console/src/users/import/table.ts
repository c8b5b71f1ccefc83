import { readCsv } from '../../shared/csv/csv';
import { guessEncoding, textOf } from '../../shared/csv/decode';
import type { Encoding } from '../../shared/csv/decode';
import { guessSeparator } from '../../shared/csv/separator';
import type { Separator } from '../../shared/csv/separator';

/** Up to so many rows are held; of more the first ones are, and the file is read again piece by piece. */
export const MOST_HELD = 100_000;
const SHOWN_OF_MORE = 1_000;
/** The service takes no more in one job. */
export const MOST_ROWS = 1_000_000;

/** How a file is read. */
export interface Reading {
  readonly encoding: Encoding;
  readonly separator: Separator;
}

export interface Row {
  /** as spreadsheets count: the header is 1 */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly header: readonly string[];
  /** all rows, or the first ones */
  readonly first: readonly Row[];
  readonly total: number;
  /** every row, in pieces */
  pieces(): AsyncIterable<readonly Row[]>;
}

/** A ZIP, which workbooks are as well. */
export class Archive extends Error {}

const ZIP = 'PK\u0003\u0004';

/** @throws Archive */
export async function guessReading(file: Blob): Promise<Reading> {
  if ((await file.slice(0, ZIP.length).text()) === ZIP) throw new Archive();
  const encoding = await guessEncoding(file);
  for await (const text of textOf(file.slice(0, 64 * 1024), encoding))
    return { encoding, separator: guessSeparator(text) };
  return { encoding, separator: ',' };
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Rows that are not empty, the header first. */
async function* rowsOf(file: Blob, { encoding, separator }: Reading) {
  let number = 0;
  for await (const rows of readCsv(textOf(file, encoding), separator)) {
    const piece: Row[] = [];
    for (const cells of rows) {
      number += 1;
      if (!isEmpty(cells)) piece.push({ number, cells });
    }
    yield piece;
  }
}

/**
 * Reads a file as a table. Empty rows do not count.
 * @throws UnclosedQuote
 */
export async function readTable(file: Blob, reading: Reading): Promise<Table> {
  let header: readonly string[] | null = null;
  let held: Row[] = [];
  let total = 0;
  for await (const piece of rowsOf(file, reading)) {
    for (const row of piece) {
      if (header === null) {
        header = row.cells.map((title) => title.trim());
        continue;
      }
      total += 1;
      if (total <= MOST_HELD) held.push(row);
    }
  }
  if (total > MOST_HELD) held = held.slice(0, SHOWN_OF_MORE);
  async function* again() {
    let isFirst = true;
    for await (const piece of rowsOf(file, reading)) {
      if (piece.length === 0) continue;
      yield isFirst ? piece.slice(1) : piece;
      isFirst = false;
    }
  }
  async function* inHand() {
    yield held;
  }
  return { header: header ?? [], first: held, total, pieces: total > MOST_HELD ? again : inHand };
}
