import { badArgument, expectError } from './expectations.js';
import type { Reply, TestApi } from './test-api.js';

const ROOT = '/plugins/restapi/v1';
const END = '>; rel="next"';

/** A list of the API under test. */
export interface TestedList<T> {
  readonly api: () => TestApi;
  /** below the root of the API */
  readonly path: string;
  /** the member of the JSON document */
  readonly member: string;
  /** what of an entry is compared */
  readonly read: (entry: T) => string;
}

export function listTester<T>({ api, path, member, read }: TestedList<T>) {
  const get = (query: string, form: 'json' | 'xml' = 'json'): Promise<Reply> =>
    api().call('GET', `${path}${query}`, form);

  function entries({ status, text }: Reply): readonly string[] {
    if (status !== 200) throw new Error(text);
    return (JSON.parse(text) as Record<string, readonly T[]>)[member]!.map(read);
  }

  const find = async (query: string) => entries(await get(query));

  /** What the pages from `query` on show, as their Links lead. */
  async function walk(query: string): Promise<readonly (readonly string[])[]> {
    const pages: (readonly string[])[] = [];
    for (let next: string | null = query; next !== null;) {
      const reply: Reply = await get(next);
      pages.push(entries(reply));
      next = nextOf(reply);
    }
    return pages;
  }

  function nextOf({ headers }: Reply): string | null {
    const link = headers['link'] as string | undefined;
    if (link === undefined) return null;
    const begin = `<${ROOT}${path.split('?')[0]}`;
    expect([link.startsWith(begin), link.endsWith(END)]).toEqual([true, true]);
    return link.slice(begin.length, -END.length);
  }

  /** With pages and without. */
  async function expectFound(query: string, expected: readonly string[]): Promise<void> {
    expect(await find(`?${query}`)).toEqual(expected);
    expect((await walk(`?${query}&limit=2`)).flat()).toEqual(expected);
    const { headers } = await get(`?${query}&limit=1&total=true`);
    expect(headers['x-total-count']).toBe(String(expected.length));
  }

  /** A request without new parameters is answered byte for byte as by a page of all entries. */
  async function expectSameShape(): Promise<void> {
    for (const form of ['json', 'xml'] as const) {
      const { headers, text } = await get('', form);
      expect((await get('?limit=1000', form)).text).toBe(text);
      expect(headers).not.toHaveProperty('link');
      expect(headers).not.toHaveProperty('x-total-count');
    }
  }

  async function expectRefused(query: string): Promise<void> {
    const [name, value] = query.split('=') as [string, string];
    const message = `Invalid value for parameter ${name}: ${decodeURIComponent(value)}`;
    const resource = `${ROOT}${path}`;
    expectError(await get(`?${query}`), 'json', badArgument(message, resource));
  }

  return { get, find, walk, expectFound, expectSameShape, expectRefused };
}

/** Of the parameters that all lists have. */
export const BAD_PAGES = [
  ...['limit=0', 'limit=1001', 'limit=x', 'limit='],
  ...['after=', 'after=c1.AAAA', 'sort=', 'sort=nope', 'total=yes'],
];
