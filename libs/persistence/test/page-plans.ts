import type { Order, Position } from '@chat-admin/domain/shared/paging';
import type { QueryResultRow } from 'pg';
import { pageQuery } from '../src/database/ordered-lists.js';
import type { Conditions, ListSource } from '../src/database/ordered-lists.js';

export const PAGE_SIZE = 100;

const SLICE = 50_000;

/** Calls `fill` with the first and the last number of each slice, which ends before a statement times out. */
export async function inSlices(
  count: number,
  fill: (from: number, to: number) => Promise<unknown>,
) {
  for (let from = 1; from <= count; from += SLICE)
    await fill(from, Math.min(from + SLICE - 1, count));
}

type Query = <Row extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

export interface PagePlan {
  /** tables that are read from end to end */
  readonly scanned: readonly string[];
  /** pages of tables and indexes that were read */
  readonly pages: number;
  readonly rows: readonly { readonly sortValue: string; readonly sortKey: string }[];
}

interface Explained {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Explained[];
}

/** What a statement reads. */
export async function readBy(query: Query, text: string, values: readonly unknown[] = []) {
  const explained = await query<{ 'QUERY PLAN': readonly { Plan: Explained }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...values],
  );
  const { Plan: plan } = explained[0]!['QUERY PLAN'][0]!;
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  return { scanned: scannedBy(plan), pages };
}

const scannedBy = (plan: Explained): readonly string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scannedBy),
];

/** A page of {@link PAGE_SIZE} entries. */
export async function readPage(
  query: Query,
  source: ListSource,
  conditions: Conditions,
  order: Order,
  after: Position | null,
): Promise<PagePlan> {
  const { text, values } = pageQuery(source, conditions, { ...order, limit: PAGE_SIZE, after });
  const read = await readBy(query, text, values);
  return { ...read, rows: await query<PagePlan['rows'][number]>(text, [...values]) };
}

/** Where the next page begins. */
export const endOf = ({ rows }: PagePlan): Position => {
  const { sortValue, sortKey } = rows[PAGE_SIZE - 1]!;
  return { value: sortValue, key: sortKey };
};

export const bothWays = (...sorts: readonly string[]): readonly Order[] =>
  sorts.flatMap((sort) => [
    { sort, descending: false },
    { sort, descending: true },
  ]);

/** Each name, and each pair of them. */
export const alonePaired = (names: readonly string[]): string[][] =>
  names.flatMap((one, index) => [[one], ...names.slice(index + 1).map((other) => [one, other])]);
