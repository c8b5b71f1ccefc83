import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { fieldTable } from '../shared/fields/field-table';
import { list } from '../shared/list/list';

export type Service = components['schemas']['ConfiguredChatService'];

export const serviceFields = fieldTable('services').of<Service>({
  serviceName: { kind: 'text', column: 'shown', sort: 'serviceName' },
  description: { kind: 'text', group: 'service', column: 'shown', max: 255 },
  hidden: { kind: 'switch', group: 'service', column: 'shown', width: 110 },
  historyMaxNumber: {
    kind: 'number',
    group: 'service',
    column: 'shown',
    width: 170,
    min: 0,
    most: 1_000,
  },
});

export const serviceList = list<'/chatservices', Service>({
  key: 'services',
  path: '/chatservices',
  rowKey: ({ serviceName }) => serviceName,
  rowName: ({ serviceName }) => serviceName,
  table: serviceFields,
  fields: ['serviceName', 'description', 'hidden', 'historyMaxNumber'],
  search: {},
  filters: {},
  events: ['service.*'],
});

export const serviceQuery = query({
  key: 'service',
  events: ['service.*'],
  call: (call, serviceName: string) =>
    tagged(api.GET('/chatservices/{serviceName}', { params: { path: { serviceName } }, ...call })),
});
