import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { keyFields } from './keys.fields';

export const keyList = list<'/keys'>({
  key: 'keys',
  path: '/keys',
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  table: keyFields,
  search: {
    sort: inAddress.oneOf('name', '-name', 'created', '-created', 'lastUsed', '-lastUsed'),
  },
  filters: {},
  open: ({ id }) => ({ to: 'key', params: { id } }),
  events: ['key.*'],
  every: 30,
});

/** One key, with the tag that a change needs. */
export const keyQuery = query({
  key: 'key',
  events: ['key.*'],
  every: 30,
  call: (call, id: string) => tagged(api.GET('/keys/{id}', { params: { path: { id } }, ...call })),
});
