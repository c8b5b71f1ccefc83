import { pageOf } from '@chat-admin/client';
import type { ChatAdminEvent, Entry, ListPath, OnePage } from '@chat-admin/client';
import { api } from '../api/client';
import type { Call } from '../api/query';
import type { FieldTable } from '../fields/field-table';
import type { Target } from '../screens/paths';
import type { SearchSpec } from '../screens/address';
import type { Scope } from '../session/scopes';

/** Names that fit what is being typed, a few, for those who may see them. */
interface FilterNames {
  readonly scope: Scope;
  readonly find: (text: string, call: Call) => Promise<readonly string[]>;
}

/**
 * How a filter is set. Its text is `<texts>.filters.<name>`, that of a choice `<texts>.filterChoices.<name>.<choice>`; without them
 * those of the field of its name.
 */
export type FilterSpec = {
  /** what it needs besides what the list needs */
  readonly scope?: Scope;
} & (
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly names?: FilterNames }
  | { readonly kind: 'day' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
);

/** A list of the API, as a screen shows it. */
export interface ListOf<P extends ListPath, E = Entry<P>> {
  /** the first part of its key, such as `users` */
  readonly key: string;
  readonly path: P;
  /** its entries' key */
  readonly rowKey: (row: E) => string;
  /** how a row is called when it is read aloud or asked about */
  readonly rowName: (row: E) => string;
  readonly table: FieldTable<E>;
  /** members that are asked for */
  readonly fields?: readonly string[];
  /** values in the address; `text` is the search, `sort` the order, the others are filters */
  readonly search: SearchSpec;
  readonly filters: Readonly<Record<string, FilterSpec>>;
  /** query parameters of values of the address, where they differ from their names and texts */
  readonly toQuery?: (
    values: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  /** where a row leads */
  readonly open?: (row: E) => Target;
  /** types of events that may change rows */
  readonly events: readonly string[];
  /** one page, where it is not simply that of `path`: several lists as one, entries of another shape */
  readonly page?: (
    query: Readonly<Record<string, unknown>>,
    path: PathValues,
    call: Call,
  ) => Promise<PageOf<E>>;
  /** seconds after which rows in sight are asked for anew: for what no event tells */
  readonly every?: number;
}

/** What a list shows of a page. */
export type PageOf<E> = Pick<OnePage<ListPath>, 'next' | 'total'> & {
  readonly entries: readonly E[];
};

export const list = <P extends ListPath, E = Entry<P>>(declared: ListOf<P, E>): ListOf<P, E> =>
  declared;

/** Parts of the path of a list below something: `{ groupName: 'Crew' }`. */
export type PathValues = Readonly<Record<string, string>>;

export const PAGE = 100;
/** After so many rows the search is to be narrowed. */
export const MOST_ROWS = 5_000;

/** Query parameters of the values of the address. */
export function queryOf<P extends ListPath, E>(
  declared: ListOf<P, E>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = Object.entries(values).filter(
    ([name, value]) =>
      value !== null && (name === 'text' || name === 'sort' || name in declared.filters),
  );
  const plain = Object.fromEntries(known);
  return declared.toQuery?.(plain) ?? plain;
}

/** One page. */
export async function fetchPage<P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
  call: Call,
): Promise<OnePage<P>> {
  const { fields, page } = declared;
  if (page) return (await page(query, path, call)) as unknown as OnePage<P>;
  return pageOf(api, declared.path, {
    path,
    query: { ...(fields && { fields }), ...query },
    ...call,
  } as never);
}

/** Whether an event may concern a list. */
export const concerns = ({ events }: { readonly events: readonly string[] }, type: string) =>
  events.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))));

/** Whether entries came or went. */
export const changesEntries = ({ type }: ChatAdminEvent): boolean =>
  /\.(created|deleted|renamed|ended)$/.test(type);
