import { compareCodePoints } from '../shared/order.js';
import { MOST_COUNTED } from '../shared/paging.js';
import type { Order, OrderedList, PageRequest } from '../shared/paging.js';
import { batches } from './batches.js';

/**
 * Rows as an ordered list.
 * @param positionOf sort value and key of a row
 */
export function orderedList<T>(
  rows: () => readonly T[],
  positionOf: (row: T, sort: string) => readonly [value: string | number, key: string],
): OrderedList<T> {
  const sorted = ({ sort, descending }: Order) => {
    const compare = (a: T, b: T) => compareRows(positionOf(a, sort), positionOf(b, sort));
    return [...rows()].sort(descending ? (a, b) => compare(b, a) : compare);
  };
  return {
    whole: (order) => batches(sorted(order)),
    page: async (request: PageRequest) => {
      const { after, limit, sort, descending } = request;
      const isBehind = (row: T) => {
        if (after === null) return true;
        const at = positionOf(row, sort);
        const value = typeof at[0] === 'number' ? Number(after.value) : after.value;
        const order = compareRows(at, [value, after.key]);
        return descending ? order < 0 : order > 0;
      };
      const left = sorted(request).filter(isBehind);
      const items = left.slice(0, limit);
      const last = items.at(-1);
      if (last === undefined || left.length <= limit) return { items, next: null };
      const [value, key] = positionOf(last, sort);
      return { items, next: { value: String(value), key } };
    },
    total: async () => {
      const count = rows().length;
      return { count: Math.min(count, MOST_COUNTED), isLimited: count > MOST_COUNTED };
    },
  };
}

type Place = readonly [value: string | number, key: string];

function compareRows([a, keyA]: Place, [b, keyB]: Place): number {
  const byValue =
    typeof a === 'number' ? a - Number(b) : compareCodePoints(a as string, b as string);
  return byValue || compareCodePoints(keyA, keyB);
}

/** Contract: extensions E1.1 "Short search texts" */
export const isShort = (text: string): boolean => !/[\p{L}\p{N}]{3}/u.test(text);
