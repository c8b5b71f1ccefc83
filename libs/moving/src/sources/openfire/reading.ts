import type { Report } from '../../report.js';
import type { Kind } from '../../rows.js';
import { type Batches, type Cells, unpadded } from '../cells.js';
import type { Scratch } from '../scratch.js';
import { sorted } from '../sorted.js';
import type { Column, Schema } from './tables.js';

/** What the readers of the kinds work with, for one pass. */
export interface Reading {
  readonly schema: Schema;
  readonly scratch: Scratch;
  readonly report: Report;
  readonly since: Date | null;
}

/** A table sorted by its first `width` columns, or all that are given. */
export function sortedTable(
  { schema, scratch }: Reading,
  table: string,
  columns: readonly Column[],
  width: number,
): Batches {
  const found = schema.readSorted(table, columns, width);
  if (found !== null) return found;
  const keys = Array.from({ length: width }, (_, index) => index);
  return sorted(schema.read(table, columns), keys, scratch);
}

/** Each batch by a function of its rows. */
export async function* mapped<A, B>(rows: Batches<A>, map: (row: A) => B): Batches<B> {
  for await (const batch of rows) yield batch.map(map);
}

/** Rows whose `since` column is at or after it; texts that are no numbers count as 1970. */
export async function* notBefore(
  rows: Batches,
  index: number,
  since: Date | null,
): AsyncGenerator<readonly Cells[]> {
  if (since === null) {
    yield* rows;
    return;
  }
  const from = since.getTime();
  for await (const batch of rows) {
    const newer = batch.filter((row) => {
      const text = row[index]?.trim() ?? '';
      return (/^\d+$/.test(text) ? Number(text) : 0) >= from;
    });
    if (newer.length > 0) yield newer;
  }
}

/** The text that a column of milliseconds holds for a time. */
export function msText(time: Date): string {
  return String(Math.max(0, time.getTime())).padStart(15, '0');
}

/** What hangs on a number that does not exist. */
export function orphans(
  report: Report,
  kind: Kind,
  name: string,
  table: string,
  count: number,
): void {
  if (count === 0) return;
  report({
    kind,
    name,
    field: table,
    code: 'reference-missing',
    text: `What these rows of ${table} belong to does not exist.`,
    count,
  });
}

/** Texts of `CHAR(n)` columns lose their padding. */
export const ms = unpadded;
