// The one place that reads and writes CSV.
import { again } from '../load/lazy';
import type { Separator } from './separator';

/** Cells that a spreadsheet would take for formulas get an apostrophe. */
const FORMULA = /^[=+\-@\t\r]/;
/** What {@link writeCsv} has done to such a cell. */
const ESCAPED = /^'(?=[=+\-@\t\r])/;

/** A table as CSV (RFC 4180), with a byte order mark, as spreadsheets want it. */
export async function writeCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Blob> {
  const { default: papaparse } = await again(() => import('papaparse'));
  const text = papaparse.unparse(
    { fields: [...header], data: rows.map((row) => [...row]) },
    { escapeFormulae: FORMULA },
  );
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/** A quote that is opened, and never closed. */
export class UnclosedQuote extends Error {}

/** More than this in quotes is no cell. */
const LONGEST_ROW = 1024 * 1024;

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly code?: string }[];
  readonly meta: { readonly cursor: number };
}

/**
 * The rows of a text, in pieces, empty ones included. What {@link writeCsv} has made harmless is as it was.
 * @param pieces with `\n` as the end of a line
 * @throws UnclosedQuote
 */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<readonly (readonly string[])[]> {
  const { default: papaparse } = await again(() => import('papaparse'));
  const parse = (text: string, isLast: boolean): Parsed =>
    new papaparse.Parser({ delimiter: separator, newline: '\n' }).parse(text, 0, !isLast) as Parsed;
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    const { data, meta } = parse(text, false);
    rest = text.slice(meta.cursor);
    if (rest.length > LONGEST_ROW) throw new UnclosedQuote();
    if (data.length > 0) yield data.map(unescaped);
  }
  if (rest === '') return;
  const { data, errors } = parse(rest, true);
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnclosedQuote();
  yield data.map(unescaped);
}

const unescaped = (row: readonly string[]) => row.map((cell) => cell.replace(ESCAPED, ''));

/** Gives a file to the browser to keep. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
