import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { BACKGROUND } from './client';
import { takeBackground } from './staleness';

/** What each call to the API is given: spread it into the request. */
export interface Call {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** A document with its `ETag`, for the change that follows. */
export interface Tagged<T> {
  readonly value: T;
  readonly tag: string | null;
}

interface Declared<A extends readonly unknown[], T> {
  /** the first part of its key, such as `user` */
  readonly key: string;
  readonly call: (call: Call, ...args: A) => Promise<T>;
  /** types of events that make it stale, `user.*` for all of a kind */
  readonly events?: readonly string[];
  /**
   * Seconds after which it is asked for anew while it is visible: for what no event tells. It may depend on the answer,
   * `null`: it stays as it is.
   */
  readonly every?: number | ((answer: T | undefined) => number | null);
  /** each reading is recorded: it is asked for when somebody wants to see it, never by itself */
  readonly isRecorded?: boolean;
}

export interface QueryOf<A extends readonly unknown[], T> extends Declared<A, T> {
  keyOf(...args: A): readonly unknown[];
}

/**
 * A question to the API: its key, its call, and what makes the answer stale.
 *
 * ```ts
 * export const groupsOfUser = query({
 *   key: 'groupsOfUser',
 *   events: ['group.*'],
 *   call: (call, name: string) =>
 *     dataOf(api.GET('/users/{username}/groups', { params: { path: { username: name } }, ...call })),
 * });
 * const groups = useAnswer(groupsOfUser, 'ola');
 * ```
 */
export function query<A extends readonly unknown[], T>(declared: Declared<A, T>): QueryOf<A, T> {
  return { ...declared, keyOf: (...args) => [declared.key, ...args] };
}

/** The answer, kept up to date while it is shown. */
export function useAnswer<A extends readonly unknown[], T>(
  question: QueryOf<A, T>,
  ...args: A
): UseQueryResult<T> {
  return useQuery(optionsOf(question, ...args));
}

/** For `useQuery`, `queryClient.fetchQuery` and others. */
export function optionsOf<A extends readonly unknown[], T>(
  { keyOf, call, events, every, isRecorded }: QueryOf<A, T>,
  ...args: A
) {
  const queryKey = keyOf(...args);
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call({ signal, headers: takeBackground(queryKey) ? BACKGROUND : {} }, ...args),
    meta: { events: events ?? [], every: every ?? null, isRecorded: isRecorded ?? false },
  };
}

/** The document of an answer, with its tag. */
export async function tagged<T>(
  answer: Promise<{ readonly data?: T; readonly response: Response }>,
): Promise<Tagged<T>> {
  const { data, response } = await answer;
  return { value: data as T, tag: response.headers.get('etag') };
}

/** The header of a change of what was read. */
export const ifMatch = (tag: string | null): Readonly<Record<string, string>> =>
  tag === null ? {} : { 'If-Match': tag };
