import { dataOf, pageOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import { folded } from '../shared/audit/folded';

/** No event tells of sessions and requests. */
const EVERY = 15;

export type OverviewPart = components['schemas']['OverviewPart'];

/** Counts, and what needs attention, by name; what the session may not see is absent. */
export const overviewQuery = query({
  key: 'overview',
  events: ['user.*', 'room.*', 'lockout.*', 'job.*', 'webhook.*', 'key.*'],
  every: EVERY,
  call: async (call): Promise<Readonly<Record<string, OverviewPart | undefined>>> => {
    const { parts } = await dataOf(api.GET('/system/overview', { ...call }));
    return Object.fromEntries(parts.map((part) => [part.name, part]));
  },
});

/** Length of a period, and of a step in it, in seconds. */
export const PERIODS = {
  day: { length: 86_400, step: 600 },
  week: { length: 7 * 86_400, step: 3_600 },
  month: { length: 30 * 86_400, step: 14_400 },
} as const;
export type Period = keyof typeof PERIODS;

export const historyQuery = query({
  key: 'sessionsHistory',
  every: 60,
  call: async (call, period: Period) => {
    const { length, step } = PERIODS[period];
    const from = new Date(Date.now() - length * 1000).toISOString();
    const asked = { params: { query: { from, step } }, ...call } as never;
    const { samples } = await dataOf(api.GET('/system/statistics/sessions/history', asked));
    const known = samples as readonly components['schemas']['SessionsSample'][];
    return {
      samples: known,
      times: known.map(({ timestamp }) => Date.parse(timestamp) / 1000),
      users: known.map(({ users }) => users),
    };
  },
});

/** What is told as one, such as lines of a job, would fill a shorter list. */
const MOST_CHANGES = 100;

export const lastChangesQuery = query({
  key: 'lastChanges',
  every: EVERY,
  call: async (call) => {
    const query = { limit: MOST_CHANGES, changes: true };
    const { entries } = await pageOf(api, '/logs/security', { query, ...call });
    return folded(entries).slice(0, 10);
  },
});
