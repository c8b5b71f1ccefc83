import { hashKey, QueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { ChatAdminError } from '@chat-admin/client';

/** Questions that are asked anew by themselves, not because somebody clicked. */
const background = new Set<string>();

export const takeBackground = (key: readonly unknown[]): boolean => background.delete(hashKey(key));

/** A visible answer is fetched at most this often because of events. */
const EVENTS_EVERY_MS = 5_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      // the client has done so already where it helps
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const metaOf = (query: Query) =>
  query.meta as
    | {
        readonly events?: readonly string[];
        readonly every?: number | null | ((answer: unknown) => number | null);
        readonly isRecorded?: boolean;
      }
    | undefined;

/** Seconds, as its declaration and its answer say. */
function everyOf(query: Query): number | null {
  const every = metaOf(query)?.every ?? null;
  return typeof every === 'function' ? every(query.state.data) : every;
}

const hears = (query: Query, type: string): boolean =>
  metaOf(query)?.events?.some(
    (one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  ) ?? false;

const lastFetch = (query: Query): number =>
  Math.max(query.state.dataUpdatedAt, query.state.errorUpdatedAt);

/** Queries that are to be fetched when their time has come. */
const due = new Map<string, ReturnType<typeof setTimeout>>();

/** Marks what depends on an event of the type; visible answers are fetched anew, others when they are looked at. */
export function happened(type: string): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!hears(query, type)) continue;
    query.invalidate();
    if (query.isActive()) fetchLater(query);
  }
}

function fetchLater(query: Query): void {
  const { queryHash } = query;
  if (due.has(queryHash)) return;
  const wait = Math.max(0, lastFetch(query) + EVENTS_EVERY_MS - Date.now());
  const timer = setTimeout(() => {
    due.delete(queryHash);
    refresh(query);
  }, wait);
  due.set(queryHash, timer);
}

function refresh(query: Query): void {
  if (!query.isActive() || document.hidden || query.state.fetchStatus === 'fetching') return;
  background.add(query.queryHash);
  void query.fetch().catch(() => undefined);
}

/** Asks anew what is visible: all of it, or what has a rhythm of its own and is due. */
export function refreshVisible(isAll: boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    if (metaOf(query)?.isRecorded) continue;
    const every = everyOf(query);
    const isDue = every !== null && Date.now() - lastFetch(query) >= every * 1000 - 50;
    if (isAll || isDue) refresh(query);
  }
}

type HeardChange = (keys: readonly string[]) => void;
const changeListeners = new Set<HeardChange>();

/** Changes by this page, for lists, which are not simply fetched anew. @returns ends it */
export function onOwnChange(heard: HeardChange): () => void {
  changeListeners.add(heard);
  return () => changeListeners.delete(heard);
}

/**
 * Marks what a change by this page makes stale: keys of queries and lists. Visible ones are fetched at once, others when
 * they are shown; a visible list has its own way.
 */
export async function changed(...keys: readonly string[]): Promise<void> {
  changeListeners.forEach((heard) => heard(keys));
  await queryClient.invalidateQueries({
    predicate: (query) =>
      keys.includes(String(query.queryKey[0])) &&
      (query.meta?.['isList'] !== true || !query.isActive()),
  });
}

export const isStatus = (error: unknown, ...statuses: readonly number[]): error is ChatAdminError =>
  error instanceof ChatAdminError && statuses.includes(error.status);
