import { MOST_COUNTED } from '@chat-admin/domain/shared/paging';
import type {
  Order,
  OrderedList,
  Page,
  PageRequest,
  Position,
  Total,
} from '@chat-admin/domain/shared/paging';
import type { QueryResultRow } from 'pg';
import type { RowStreams } from './row-streams.js';

/** An expression with an index on (expression, key), never null. */
export interface SortColumn {
  readonly expression: string;
  /** times are compared by the microsecond, which `Date` does not have */
  readonly kind: 'text' | 'time';
}

/** How the rows of a list are selected and ordered. */
export interface ListSource {
  /** with names for the properties of an entry */
  readonly select: string;
  readonly from: string;
  /** unique among the rows of a list, by code point */
  readonly key: string;
  /** default: text */
  readonly keyType?: 'bigint';
  readonly sorts: Readonly<Record<string, SortColumn>>;
  /**
   * Adds what costs to the rows that are shown.
   * @param more other columns of theirs that are selected
   */
  readonly complete?: (rows: string, more: string) => string;
}

/** Conditions and their values, collected. */
export class Conditions {
  private readonly texts: string[] = [];
  private readonly bound: unknown[] = [];
  private filters = false;

  /** @param text makes the condition of the names of its values, such as `$1` */
  add(text: (...names: string[]) => string, ...values: readonly unknown[]): this {
    this.filters = true;
    return this.scope(text, ...values);
  }

  /** A condition that belongs to the list whatever is asked of it. */
  scope(text: (...names: string[]) => string, ...values: readonly unknown[]): this {
    this.texts.push(text(...values.map((value) => `$${this.bound.push(value)}`)));
    return this;
  }

  get areFilters(): boolean {
    return this.filters;
  }

  get where(): string {
    return this.texts.length === 0 ? '' : `where ${this.texts.join(' and ')}`;
  }

  get values(): readonly unknown[] {
    return this.bound;
  }

  copy(): Conditions {
    const copy = new Conditions();
    copy.texts.push(...this.texts);
    copy.bound.push(...this.bound);
    copy.filters = this.filters;
    return copy;
  }
}

type Positioned<Row> = Row & { readonly sortValue: string; readonly sortKey: string };

/**
 * A list in PostgreSQL, paged by position (keyset): each page starts with an index, whatever is before it. Not prepared, because
 * plans depend on how selective the values are. Contract: extensions E1.1
 */
export function orderedList<Row extends QueryResultRow, T>(
  streams: RowStreams,
  source: ListSource,
  conditions: Conditions,
  read: (row: Row) => T,
): OrderedList<T> {
  return {
    async *whole(order: Order): AsyncGenerator<readonly T[]> {
      const text = completed(
        source,
        order,
        `select ${source.select} from ${source.from} ${conditions.where}
         order by ${orderBy(source, order)}`,
      );
      for await (const rows of streams.read<Row>(text, conditions.values)) yield rows.map(read);
    },

    async page(request: PageRequest): Promise<Page<T>> {
      const { text, values } = pageQuery(source, conditions, request);
      const found = await streams.readPage<Positioned<Row>>(text, values);
      const rows = found.slice(0, request.limit);
      const last = found.length > rows.length ? rows.at(-1)! : null;
      return { items: rows.map((row) => read(entryOf(row))), next: last && positionOf(last) };
    },

    async total(): Promise<Total> {
      const { areFilters, values } = conditions;
      const text = (areFilters ? limitedCountQuery : wholeCountQuery)(source.from, conditions);
      const [row] = await streams.readPage<{ count: number }>(text, values);
      return areFilters ? limitedTotal(row!.count) : { count: row!.count, isLimited: false };
    },
  };
}

/** Counts all rows. */
export const wholeCountQuery = (from: string, { where }: Conditions): string =>
  `select count(*) from ${from} ${where}`;

/** Counts rows, to one more than is told at most: flat however many there are. */
export const limitedCountQuery = (from: string, { where }: Conditions): string =>
  `select count(*) from (select from ${from} ${where} limit ${MOST_COUNTED + 1}) counted`;

/** @param counted by {@link limitedCountQuery} */
export const limitedTotal = (counted: number): Total =>
  counted > MOST_COUNTED
    ? { count: MOST_COUNTED, isLimited: true }
    : { count: counted, isLimited: false };

/** The rows of a page, and one more if there are more. */
export function pageQuery(
  source: ListSource,
  conditions: Conditions,
  request: PageRequest,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { after, limit, sort } = request;
  const { expression, kind } = source.sorts[sort]!;
  const value =
    kind === 'time'
      ? `round(extract(epoch from ${expression}) * 1000000)::bigint::text`
      : expression;
  const behind = after === null ? conditions : behindPosition(source, conditions, request, after);
  return {
    text: completed(
      source,
      request,
      `select ${source.select}, ${value} as "sortValue", ${source.key} as "sortKey"
       from ${source.from} ${behind.where}
       order by ${orderBy(source, request)} limit ${limit + 1}`,
      ', "sortValue", "sortKey"',
    ),
    values: behind.values,
  };
}

function completed(source: ListSource, order: Order, rows: string, more = ''): string {
  if (!source.complete) return rows;
  return `${source.complete(rows, more)} order by ${orderBy(source, order)}`;
}

function behindPosition(
  { key, keyType, sorts }: ListSource,
  conditions: Conditions,
  { sort, descending }: Order,
  after: Position,
): Conditions {
  const { expression, kind } = sorts[sort]!;
  const compare = descending ? '<' : '>';
  if (expression === key)
    return conditions
      .copy()
      .add((at) => `${key} ${compare} ${at}${keyType ? `::${keyType}` : ''}`, after.key);
  const bound = (value: string) =>
    kind === 'time' ? `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'` : value;
  return conditions
    .copy()
    .add(
      (value, at) => `(${expression}, ${key}) ${compare} (${bound(value!)}, ${at})`,
      after.value,
      after.key,
    );
}

function orderBy({ key, sorts }: ListSource, { sort, descending }: Order): string {
  const { expression } = sorts[sort]!;
  const direction = descending ? 'desc' : 'asc';
  const columns = expression === key ? [key] : [expression, key];
  return columns.map((column) => `${column} ${direction}`).join(', ');
}

const positionOf = ({ sortValue, sortKey }: Positioned<unknown>): Position => ({
  value: sortValue,
  key: sortKey,
});

function entryOf<Row>(row: Positioned<Row>): Row {
  const entry: Record<string, unknown> = { ...row };
  delete entry['sortValue'];
  delete entry['sortKey'];
  return entry as Row;
}
