import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { DELIVERY_STATUSES, deliveryFields, webhookFields } from './webhooks.fields';

/** No event tells of deliveries. */
const EVERY = 10;

export const webhookList = list<'/webhooks'>({
  key: 'webhooks',
  path: '/webhooks',
  rowKey: ({ id }) => id,
  rowName: ({ url }) => url,
  table: webhookFields,
  search: { sort: inAddress.oneOf('id', '-id') },
  filters: {},
  open: ({ id }) => ({ to: 'webhook', params: { id } }),
  events: ['webhook.*'],
  every: EVERY,
});

export const deliveryList = list<'/webhooks/{id}/deliveries'>({
  key: 'deliveries',
  path: '/webhooks/{id}/deliveries',
  rowKey: ({ id }) => id,
  rowName: ({ event }) => event,
  table: deliveryFields,
  search: { status: inAddress.oneOf(...DELIVERY_STATUSES) },
  filters: { status: { kind: 'choice', choices: DELIVERY_STATUSES } },
  events: [],
  every: EVERY,
});

/** One webhook, with the tag that a change needs. */
export const webhookQuery = query({
  key: 'webhook',
  events: ['webhook.*'],
  every: EVERY,
  call: (call, id: string) =>
    tagged(api.GET('/webhooks/{id}', { params: { path: { id } }, ...call })),
});
