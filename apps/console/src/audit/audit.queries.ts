import { dataOf, pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import { USERNAMES } from '../shared/people/find-names';
import { folded } from '../shared/audit/folded';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { startOf } from '../shared/texts/formats';
import { dayAfter } from '../shared/texts/zoned';
import { auditFields } from './audit.fields';
import type { AuditEntry, AuditRow } from './audit.fields';

/** Bounds of a day, as the API reads them: both inclusive, in whole seconds. */
const BOUNDS: Readonly<Record<string, readonly [name: string, time: (day: string) => Date]>> = {
  from: ['startTime', startOf],
  to: ['endTime', (day) => new Date(startOf(dayAfter(day)).getTime() - 1_000)],
};

export const auditList = list<'/logs/security', AuditRow>({
  key: 'audit',
  path: '/logs/security',
  rowKey: ({ logId }) => String(logId),
  rowName: ({ summary }) => summary,
  table: auditFields,
  page: async (asked, _, call) => {
    const { entries, next, total } = await pageOf(api, '/logs/security', {
      query: asked,
      ...call,
    } as never);
    return { entries: folded(entries as readonly AuditEntry[]), next, total };
  },
  search: {
    whole: inAddress.flag,
    username: inAddress.text,
    object: inAddress.text,
    outcome: inAddress.number,
    address: inAddress.text,
    request: inAddress.text,
    from: inAddress.day,
    to: inAddress.day,
  },
  filters: {
    whole: { kind: 'flag' },
    username: { kind: 'text', names: USERNAMES },
    object: { kind: 'text' },
    from: { kind: 'day' },
    to: { kind: 'day' },
    outcome: { kind: 'text' },
    address: { kind: 'text' },
    request: { kind: 'text' },
  },
  toQuery: ({ whole, ...values }) => {
    // what is looked for by its outcome or request may be an attempt
    const isWhole = whole === true || 'outcome' in values || 'request' in values;
    const asked = Object.entries(values).map(([name, value]) => {
      const bound = BOUNDS[name];
      return bound ? [bound[0], bound[1](String(value)).toISOString()] : [name, value];
    });
    return { ...(!isWhole && { changes: true }), ...Object.fromEntries(asked) };
  },
  open: ({ timestamp, logId }) => ({
    to: 'auditEntry',
    params: { time: String(timestamp), id: String(logId) },
  }),
  events: ['user.*', 'lockout.*', 'group.*', 'room.*', 'service.*', 'property.*', 'key.*'],
});

/** Entries of one second are few: the one that is meant is found among them. */
export const auditEntryQuery = query({
  key: 'auditEntry',
  call: async (call, time: string, id: string) => {
    const second = new Date(Number(time) * 1_000).toISOString();
    const { data } = await api.GET('/logs/security', {
      params: { query: { startTime: second, endTime: second, limit: 1_000 } },
      ...call,
    });
    const { logs = [] } = data as { readonly logs?: readonly AuditEntry[] };
    return logs.find(({ logId }) => String(logId) === id) ?? null;
  },
});

export const sealsQuery = query({
  key: 'auditSeals',
  events: ['audit.anchored'],
  call: (call) => dataOf(api.GET('/logs/security/anchors', { ...call })),
});
