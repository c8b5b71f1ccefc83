import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPath, OnePage } from '@chat-admin/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { BACKGROUND } from '../api/client';
import { onEvent } from '../api/live';
import { onOwnChange, queryClient } from '../api/staleness';
import { valuesIn } from '../screens/address';
import type { RawAddress } from '../screens/address';
import { changesEntries, concerns, fetchPage, MOST_ROWS, PAGE, queryOf } from './list';
import type { ListOf, PathValues } from './list';

const EVENTS_EVERY_MS = 5_000;
/** What is done here to what no event tells of, such as sessions, may show a moment later. */
const OWN_MS = 10_000;

export interface Loaded<E> {
  readonly rows: readonly E[];
  readonly hasMore: boolean;
  /** there are more than are shown */
  readonly isCut: boolean;
  readonly isLoading: boolean;
  /** the rows are those of an older search */
  readonly isOld: boolean;
  readonly error: unknown;
  /** entries that came or went elsewhere since */
  readonly changes: number;
  loadMore(): void;
  /** begins anew, with what has changed */
  reload(): void;
  /** rows in sight, which are kept up to date */
  setVisible(first: number, last: number): void;
}

type Pages<P extends ListPath> = InfiniteData<OnePage<P>, string | null>;

/** Its pages, for the store of answers. */
const pagesOf = <P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
) => ({
  queryKey: [declared.key, 'list', path, query],
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    fetchPage(
      declared,
      { ...query, limit: PAGE, ...(pageParam !== null && { after: pageParam }) },
      path,
      { signal, headers: {} },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: OnePage<P>) => next,
  staleTime: Infinity,
  meta: { isList: true },
});

/** Asks for the first page, unless it is known: it comes while what shows it is rendered. */
export function beginList<P extends ListPath, E>(
  declared: ListOf<P, E>,
  values: Readonly<Record<string, unknown>>,
  path: PathValues = {},
): void {
  void queryClient.prefetchInfiniteQuery(pagesOf(declared, queryOf(declared, values), path));
}

/** What a screen of a list begins with. @param address values behind `?` */
export const beginsWith =
  <P extends ListPath, E>(declared: ListOf<P, E>) =>
  (address: RawAddress): void =>
    beginList(declared, valuesIn(declared.search, address));

/** The rows of a list, page by page; those in sight follow what happens elsewhere, without moving. */
export function useList<P extends ListPath, E>(
  declared: ListOf<P, E>,
  query: Readonly<Record<string, unknown>>,
  path: PathValues = {},
): Loaded<E> {
  const { key } = declared;
  const pages = useMemo(() => pagesOf(declared, query, path), [declared, query, path]);
  const { queryKey } = pages;
  const found = useInfiniteQuery({ ...pages, placeholderData: (before) => before });
  const { data, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } = found;
  const rows = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.entries as unknown as readonly E[]),
    [data],
  );
  const isCut = rows.length >= MOST_ROWS;
  const [changes, setChanges] = useState(0);
  const visible = useRef({ first: 0, last: 0 });

  useEffect(() => setChanges(0), [queryKey]);

  const reload = useCallback(() => {
    setChanges(0);
    void queryClient.resetQueries({ queryKey, exact: true });
  }, [queryKey]);

  /** Asks once for the pages in sight, and puts what they say in place of what is shown. */
  const refresh = useCallback(
    async (isOwn: boolean) => {
      const before = queryClient.getQueryData<Pages<P>>(queryKey);
      if (!before || document.hidden) return;
      const at = pagesAt(before, visible.current.first, visible.current.last);
      const cursor = before.pageParams[at.first] ?? null;
      const limit = Math.min(1_000, PAGE * (at.last - at.first + 1));
      const controller = new AbortController();
      const fresh = await fetchPage(
        declared,
        { ...query, limit, ...(cursor !== null && { after: cursor }) },
        path,
        { signal: controller.signal, headers: BACKGROUND },
      ).catch(() => null);
      if (fresh === null) return;
      const byKey = new Map(
        (fresh.entries as unknown as readonly E[]).map((row) => [declared.rowKey(row), row]),
      );
      if (!isOwn && declared.every !== undefined) {
        const shown = before.pages
          .slice(at.first, at.last + 1)
          .flatMap((page) => (page.entries as unknown as readonly E[]).map(declared.rowKey));
        const came = [...byKey.keys()].filter((one) => !shown.includes(one)).length;
        const went = fresh.next === null ? shown.filter((one) => !byKey.has(one)).length : 0;
        setChanges((count) => Math.max(count, came + went));
      }
      queryClient.setQueryData<Pages<P>>(queryKey, (pages) => {
        if (!pages) return pages;
        // what was made here shows at once
        if (isOwn && at.last === pages.pages.length - 1) {
          return {
            pages: [...pages.pages.slice(0, at.first), fresh],
            pageParams: pages.pageParams.slice(0, at.first + 1),
          };
        }
        const inSight = pages.pages.map((page, index) => {
          if (index < at.first || index > at.last) return page;
          const entries = (page.entries as unknown as readonly E[])
            .filter((row) => !isOwn || byKey.has(declared.rowKey(row)))
            .map((row) => byKey.get(declared.rowKey(row)) ?? row);
          return { ...page, entries: entries as never };
        });
        return { ...pages, pages: inSight };
      });
    },
    [declared, path, query, queryKey],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    let ownUntil = 0;
    const soon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = Date.now();
          void refresh(last < ownUntil);
        },
        Math.max(0, last + EVENTS_EVERY_MS - Date.now()),
      );
    };
    const endEvents = onEvent((event) => {
      if (!concerns(declared, event.type)) return;
      if (changesEntries(event)) setChanges((count) => count + 1);
      soon();
    });
    const endOwn = onOwnChange((keys) => {
      if (!keys.includes(key)) return;
      if (declared.every !== undefined) ownUntil = Date.now() + OWN_MS;
      void refresh(true);
    });
    const ticking =
      declared.every === undefined ? undefined : setInterval(soon, declared.every * 1000);
    return () => {
      clearTimeout(timer);
      clearInterval(ticking);
      endEvents();
      endOwn();
    };
  }, [declared, key, refresh]);

  return {
    rows,
    hasMore: hasNextPage && !isCut,
    isCut: isCut && hasNextPage,
    isLoading: isFetching,
    isOld: isPlaceholderData,
    error: found.error,
    changes,
    loadMore: () => {
      if (hasNextPage && !isFetching && !isCut) void fetchNextPage();
    },
    reload,
    setVisible: (first, last) => {
      visible.current = { first, last };
    },
  };
}

/** The pages in which rows stand. */
function pagesAt(
  { pages }: { readonly pages: readonly { readonly entries: readonly unknown[] }[] },
  firstRow: number,
  lastRow: number,
): { readonly first: number; readonly last: number } {
  let [first, last, start] = [0, 0, 0];
  pages.forEach(({ entries }, index) => {
    if (start <= firstRow) first = index;
    if (start <= lastRow) last = index;
    start += entries.length;
  });
  return { first, last };
}
