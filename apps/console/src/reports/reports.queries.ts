import { pageOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import type { Call, Tagged } from '../shared/api/query';
import { ifMatch, optionsOf, query, tagged } from '../shared/api/query';
import { isStatus, queryClient } from '../shared/api/staleness';
import { list } from '../shared/list/list';
import type { PageOf } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { startOf } from '../shared/texts/formats';
import { dayAfter } from '../shared/texts/zoned';
import { KINDS, reportFields, STATUSES } from './reports.fields';
import type { FullReport, Report } from './reports.fields';

type Asked = Readonly<Record<string, unknown>>;

/** In front of the cursor of a page on which nothing is open any more. */
const BEHIND = 'behind ';

const pageIn = (asked: Asked, call: Call): Promise<PageOf<Report>> =>
  pageOf(api, '/reports', { query: asked, ...call } as never);

/** Those that wait for somebody, then the others, each the newest first. */
async function openFirst({ after, ...asked }: Asked, call: Call): Promise<PageOf<Report>> {
  const cursor = String(after ?? '');
  const isBehind = cursor.startsWith(BEHIND);
  const open: PageOf<Report> = isBehind
    ? { entries: [], next: null, total: null }
    : await pageIn({ ...asked, status: 'open', ...(cursor && { after: cursor }) }, call);
  if (open.next !== null) return open;
  const rest = isBehind ? { after: cursor.slice(BEHIND.length) } : {};
  const { entries, next, total } = await pageIn({ ...asked, ...rest }, call);
  const others = entries.filter(({ status }) => status !== 'open');
  return { entries: [...open.entries, ...others], next: next && `${BEHIND}${next}`, total };
}

export const reportList = list<'/reports', Report>({
  key: 'reports',
  path: '/reports',
  rowKey: ({ id }) => id,
  rowName: ({ id }) => id,
  table: reportFields,
  page: (asked, _, call) =>
    'status' in asked || 'total' in asked ? pageIn(asked, call) : openFirst(asked, call),
  search: {
    status: inAddress.oneOf(...STATUSES),
    kind: inAddress.oneOf(...KINDS),
    accused: inAddress.text,
    reporter: inAddress.text,
    room: inAddress.text,
    assignee: inAddress.text,
    from: inAddress.day,
    to: inAddress.day,
  },
  filters: {
    status: { kind: 'choice', choices: STATUSES },
    kind: { kind: 'choice', choices: KINDS },
    accused: { kind: 'text' },
    reporter: { kind: 'text' },
    room: { kind: 'text' },
    assignee: { kind: 'text' },
    from: { kind: 'day' },
    to: { kind: 'day' },
  },
  toQuery: ({ from, to, ...values }) => ({
    ...values,
    ...(from !== undefined && { createdFrom: startOf(String(from)).toISOString() }),
    ...(to !== undefined && { createdTo: startOf(dayAfter(String(to))).toISOString() }),
  }),
  open: ({ id }) => ({ to: 'report', params: { id } }),
  events: ['report.*'],
});

/** One report with its evidence, and the tag that a change needs. */
export const reportQuery = query({
  key: 'report',
  isRecorded: true,
  call: (call, id: string) =>
    tagged(api.GET('/reports/{id}', { params: { path: { id } }, ...call })),
});

/** What is known of a report; it is asked for anew only when somebody else has changed it. */
export const knownReport = (id: string): Promise<Tagged<FullReport>> =>
  queryClient.fetchQuery({ ...optionsOf(reportQuery, id), staleTime: Infinity });

/** Changes a report that nobody has changed meanwhile; else shows what it is now. */
export async function patchReport(
  { value: { id }, tag }: Tagged<Report>,
  patch: Readonly<Record<string, unknown>>,
): Promise<Tagged<FullReport>> {
  const params = { path: { id } };
  try {
    const changed = await tagged(
      api.PATCH('/reports/{id}', { params, headers: ifMatch(tag), body: patch }),
    );
    queryClient.setQueryData(reportQuery.keyOf(id), changed);
    return changed;
  } catch (error) {
    if (isStatus(error, 412)) {
      await queryClient.invalidateQueries({ queryKey: reportQuery.keyOf(id) });
    }
    throw error;
  }
}
