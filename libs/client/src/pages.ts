import type { ChatAdminClient } from './client.js';
import type { paths } from './description.js';

type Get<P extends keyof paths> = paths[P] extends { readonly get: infer Operation }
  ? Operation
  : never;
type Parameters<P extends keyof paths> =
  Get<P> extends { readonly parameters: infer All } ? All : never;
type Query<P extends keyof paths> =
  Parameters<P> extends { readonly query?: infer All } ? NonNullable<All> : never;

/** Lists that are read in pages. */
export type ListPath = {
  [P in keyof paths]: 'limit' | 'after' extends keyof Query<P> ? P : never;
}[keyof paths];

/** What is asked for; `limit` is the length of a page, 100 unless given, and `after` where to begin. */
export type ListRequest<P extends ListPath> = Omit<Parameters<P>, 'header' | 'cookie'> & {
  readonly signal?: AbortSignal;
};

/** The document of one page. */
export type Page<P extends ListPath> =
  Get<P> extends {
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': infer D } };
    };
  }
    ? D
    : never;

/** An entry of the list, which is the only member of a page. */
export type Entry<P extends ListPath> =
  NonNullable<Page<P>[keyof Page<P>]> extends readonly (infer E)[] ? E : never;

const PAGE_LENGTH = 100;

/**
 * The pages of a list, each fetched when it is asked for. An entry that stays during the whole walk is in exactly one.
 *
 * ```ts
 * for await (const { users } of pagesOf(client, '/users', { query: { locked: true } })) …
 * ```
 */
export async function* pagesOf<P extends ListPath>(
  client: ChatAdminClient,
  path: P,
  { signal, ...parameters }: ListRequest<P>,
): AsyncGenerator<Page<P>, void, undefined> {
  const { query, ...others } = parameters as { readonly query?: object };
  let after: string | null = null;
  do {
    const asked = { ...others, query: { ...query, ...(after === null ? {} : { after }) } };
    const page: OnePage<P> = await pageOf(client, path, {
      ...(asked as unknown as ListRequest<P>),
      ...(signal ? { signal } : {}),
    });
    yield page.document;
    after = page.next;
  } while (after !== null);
}

export interface OnePage<P extends ListPath> {
  readonly document: Page<P>;
  readonly entries: readonly Entry<P>[];
  /** `after` of the next page; `null`: this is the last one */
  readonly next: string | null;
  /** what `total=true` asked for; `isLimited`: there are more */
  readonly total: { readonly count: number; readonly isLimited: boolean } | null;
}

/** One page of a list. @param headers further ones */
export async function pageOf<P extends ListPath>(
  client: ChatAdminClient,
  path: P,
  { signal, headers, ...parameters }: ListRequest<P> & { readonly headers?: object },
): Promise<OnePage<P>> {
  const { query, ...others } = parameters as { readonly query?: object };
  const get = client.GET as (path: string, request: object) => Promise<Answer>;
  const { data, response } = await get(path, {
    params: { ...others, query: { limit: PAGE_LENGTH, ...query } },
    ...(signal ? { signal } : {}),
    ...(headers ? { headers } : {}),
  });
  const count = response.headers.get('x-total-count');
  return {
    document: data as Page<P>,
    entries: listIn<P>(data),
    next: nextCursor(response.headers.get('link')),
    total: count === null ? null : totalOf(count, response.headers),
  };
}

const totalOf = (count: string, headers: Headers) => ({
  count: Number(count),
  isLimited: headers.get('x-total-count-limited') === 'true',
});

const listIn = <P extends ListPath>(page: unknown): readonly Entry<P>[] =>
  Object.values(page as object).find(Array.isArray) as readonly Entry<P>[];

/** The entries of a list, page by page. See {@link pagesOf} */
export async function* entriesOf<P extends ListPath>(
  client: ChatAdminClient,
  path: P,
  request: ListRequest<P>,
): AsyncGenerator<Entry<P>, void, undefined> {
  for await (const page of pagesOf(client, path, request)) {
    yield* listIn<P>(page);
  }
}

interface Answer {
  readonly data?: unknown;
  readonly response: Response;
}

/** @returns null on the last page */
export function nextCursor(link: string | null): string | null {
  for (const [, target, parameters] of (link ?? '').matchAll(/<([^<>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?next"?(\s|;|$)/.test(parameters!)) continue;
    return new URL(target!, 'http://localhost').searchParams.get('after');
  }
  return null;
}
