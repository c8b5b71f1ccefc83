import type { ListPath, OnePage } from '@chat-admin/client';
import { BACKGROUND } from '../api/client';
import { download, writeCsv } from '../csv/csv';
import { columnsOf } from './columns';
import { fetchPage } from './list';
import type { ListOf, PathValues } from './list';

export const MOST_EXPORTED = 100_000;
export const MOST_SELECTED = 10_000;

/** All entries that match, a thousand at a time. @param told how many there are so far */
async function everything<P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
  { most, signal, told }: { most: number; signal: AbortSignal; told: (count: number) => void },
): Promise<{ readonly rows: readonly E[]; readonly isCut: boolean }> {
  const rows: E[] = [];
  let after: string | null = null;
  do {
    const asked: Readonly<Record<string, unknown>> = {
      ...query,
      limit: 1_000,
      ...(after !== null && { after }),
    };
    const page: OnePage<P> = await fetchPage(declared, asked, path, {
      signal,
      headers: BACKGROUND,
    });
    rows.push(...(page.entries as unknown as readonly E[]));
    after = page.next;
    told(rows.length);
  } while (after !== null && rows.length < most);
  return { rows: rows.slice(0, most), isCut: after !== null };
}

/** Keys of all that match, up to {@link MOST_SELECTED}. */
export async function everyKey<P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
  options: { signal: AbortSignal; told: (count: number) => void },
): Promise<{ readonly keys: readonly string[]; readonly isCut: boolean }> {
  const found = await everything(declared, query, path, { ...options, most: MOST_SELECTED });
  return { keys: found.rows.map(declared.rowKey), isCut: found.isCut };
}

/** Writes all that matches as a CSV file. */
export async function exportCsv<P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
  options: { signal: AbortSignal; told: (count: number) => void },
): Promise<void> {
  const { rows } = await everything(declared, query, path, { ...options, most: MOST_EXPORTED });
  const columns = columnsOf(declared.table);
  const cell = (value: unknown) =>
    Array.isArray(value) ? value.map(String).join('|') : value == null ? '' : String(value);
  const blob = await writeCsv(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map(({ name }) => cell(row[name]))),
  );
  download(blob, `${declared.key}-${new Date().toISOString().slice(0, 10)}.csv`);
}
