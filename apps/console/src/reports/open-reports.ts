import { pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';

/** How many reports wait for somebody. */
export const openReports = query({
  key: 'openReports',
  events: ['report.*'],
  call: async (call) => {
    const asked = { status: 'open', limit: 1, total: true } as const;
    const { total } = await pageOf(api, '/reports', { query: asked, ...call });
    return total?.count ?? 0;
  },
});
