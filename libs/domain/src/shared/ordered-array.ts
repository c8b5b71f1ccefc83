import { compareCodePoints } from './order.js';
import { MOST_COUNTED } from './paging.js';
import type { Order, OrderedList, PageRequest } from './paging.js';

const BATCH = 250;

/** Sort value and key of an entry; times are microseconds since 1970. */
export type Place = readonly [value: string | number, key: string];

/**
 * What is in memory, such as an answer of the chat server, as an ordered list.
 * @param rows read for each page
 * @param options.isFiltered whether it is counted up to a limit only
 * @param options.keepsOrder the whole list has the order of `rows`, unless it is sorted by more than the key
 */
export function orderedArray<T>(
  rows: () => readonly T[],
  placeOf: (row: T, sort: string) => Place,
  options: { readonly isFiltered?: boolean; readonly keepsOrder?: boolean } = {},
): OrderedList<T> {
  const sorted = ({ sort, descending }: Order): readonly T[] => {
    const compare = (a: T, b: T) => comparePlaces(placeOf(a, sort), placeOf(b, sort));
    return [...rows()].sort(descending ? (a, b) => compare(b, a) : compare);
  };
  return {
    async *whole(order) {
      const all = options.keepsOrder && order.sort === 'key' ? rows() : sorted(order);
      for (let next = 0; next < all.length; next += BATCH) yield all.slice(next, next + BATCH);
    },
    page: async (request: PageRequest) => {
      const { after, limit, sort, descending } = request;
      const isBehind = (row: T) => {
        if (after === null) return true;
        const place = placeOf(row, sort);
        const value = typeof place[0] === 'number' ? Number(after.value) : after.value;
        const order = comparePlaces(place, [value, after.key]);
        return descending ? order < 0 : order > 0;
      };
      const left = sorted(request).filter(isBehind);
      const items = left.slice(0, limit);
      const last = items.at(-1);
      if (last === undefined || left.length <= limit) return { items, next: null };
      const [value, key] = placeOf(last, sort);
      return { items, next: { value: String(value), key } };
    },
    total: async () => {
      const count = rows().length;
      if (!options.isFiltered || count <= MOST_COUNTED) return { count, isLimited: false };
      return { count: MOST_COUNTED, isLimited: true };
    },
  };
}

function comparePlaces([a, keyA]: Place, [b, keyB]: Place): number {
  const byValue =
    typeof a === 'number' ? a - Number(b) : compareCodePoints(a as string, b as string);
  return byValue || compareCodePoints(keyA, keyB);
}
