import { dataOf } from '@chat-admin/client';
import { api } from './client';
import { query } from './query';

/** The parts of the service, each with its state since when. No event tells of them. */
export const healthQuery = query({
  key: 'health',
  every: 15,
  call: (call) => dataOf(api.GET('/system/health', { ...call })),
});
