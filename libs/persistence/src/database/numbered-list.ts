import type { OrderedList } from '@chat-admin/domain/shared/paging';
import type { QueryResultRow } from 'pg';
import { orderedList } from './ordered-lists.js';
import type { Conditions, ListSource } from './ordered-lists.js';
import type { RowStreams } from './row-streams.js';

/** A list whose key is a number, in the one order that it has. */
export function byNumber<T extends QueryResultRow>(
  streams: RowStreams,
  source: ListSource,
  conditions: Conditions,
  { descending }: { readonly descending: boolean },
): OrderedList<T> {
  const order = { sort: 'key', descending };
  const list = orderedList<T, T>(streams, source, conditions, (row) => row);
  return {
    whole: () => list.whole(order),
    page: async ({ limit, after }) => {
      const { items, next } = await list.page({ ...order, limit, after });
      return { items, next: next && { value: '', key: String(next.key) } };
    },
    total: () => list.total(),
  };
}
