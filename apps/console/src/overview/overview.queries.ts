import { dataOf, pageOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import type { Call } from '../shared/api/query';

/** No event tells of counts. */
const EVERY = 15;

export const sessionCountQuery = query({
  key: 'sessionCount',
  every: EVERY,
  call: async (call) =>
    (await dataOf(api.GET('/system/statistics/sessions', { ...call }))).clusterSessions,
});

/** How many there are; `isLimited`: at least so many. */
export interface Count {
  readonly number: number;
  readonly isLimited: boolean;
}

const COUNTED = {
  users: { path: '/users', query: {} },
  rooms: { path: '/chatrooms', query: { type: 'all' } },
  locked: { path: '/lockouts', query: { active: true } },
  failedJobs: { path: '/jobs', query: { status: 'failed' } },
} as const;

export type Counted = keyof typeof COUNTED;

export const countQuery = query({
  key: 'count',
  events: ['user.*', 'room.*', 'lockout.*', 'job.*'],
  every: 60,
  call: async (call, what: Counted): Promise<Count> => {
    const { path, query: filter } = COUNTED[what];
    const count = async (more: object = {}): Promise<Count> => {
      const asked = { query: { ...filter, ...more, limit: 1, total: true }, ...call };
      const { total } = await pageOf(api, path, asked as never);
      return { number: total?.count ?? 0, isLimited: total?.isLimited ?? false };
    };
    if (what !== 'rooms') return count();
    const services = (await pageOf(api, '/chatservices', { query: { limit: 100 }, ...call }))
      .entries;
    const counts = await Promise.all(
      services.map(({ serviceName: servicename }) => count({ servicename })),
    );
    return {
      number: counts.reduce((sum, { number }) => sum + number, 0),
      isLimited: counts.some(({ isLimited }) => isLimited),
    };
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

export const lastChangesQuery = query({
  key: 'lastChanges',
  every: EVERY,
  call: async (call) =>
    (await pageOf(api, '/logs/security', { query: { limit: 10 }, ...call })).entries,
});

const DAY_MS = 86_400_000;
const MOST = 1_000;

const isSoon = (time: string | undefined, days: number): boolean =>
  time !== undefined && Date.parse(time) < Date.now() + days * DAY_MS;

/** What somebody should look at, by its names. */
const FOUND = {
  /** those without an end come last */
  locks: async (call: Call) => {
    const asked = { query: { active: true, sort: '-until' as const, limit: MOST }, ...call };
    const { entries } = await pageOf(api, '/lockouts', asked);
    return entries.filter(({ until }) => isSoon(until, 1)).map(({ username }) => username);
  },
  webhooks: async (call: Call) => {
    const { entries } = await pageOf(api, '/webhooks', { query: { limit: MOST }, ...call });
    return entries
      .filter(
        ({ status, reason, lastFailure, lastSuccess }) =>
          (status === 'disabled' && reason !== undefined) ||
          (lastFailure !== undefined && !(lastSuccess !== undefined && lastSuccess > lastFailure)),
      )
      .map(({ url }) => url);
  },
  keys: async (call: Call) => {
    const { entries } = await pageOf(api, '/keys', { query: { limit: MOST }, ...call });
    return entries.filter(({ expires }) => isSoon(expires, 14)).map(({ name }) => name);
  },
} as const;

export type Matter = keyof typeof FOUND;

export const attentionQuery = query({
  key: 'attention',
  events: ['lockout.*', 'webhook.*', 'key.*'],
  every: 60,
  call: (call, matter: Matter): Promise<readonly string[]> => FOUND[matter](call),
});
