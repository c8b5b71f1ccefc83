import { reportsDoc } from '@chat-admin/codecs/reports/report.doc';
import { REPORT_KINDS, REPORT_STATUSES } from '@chat-admin/domain/reports/report';
import { JID_PATTERN } from '@chat-admin/domain/shared/jid';
import { choiceFilter, nameFilter, textFilter, timeFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

const aJid = { schema: { type: 'string', format: 'jid', pattern: JID_PATTERN } };
const lower = { read: (text: string) => text.toLowerCase() };

/** Contract: extensions E20 */
export const reportList = listOf(reportsDoc, {
  key: 'number',
  sorts: {},
  sortsByKey: true,
  filters: {
    status: choiceFilter('Reports with this status', REPORT_STATUSES),
    kind: choiceFilter('Reports of this kind', REPORT_KINDS),
    accused: {
      ...textFilter('JID as it was blocked, or bare JID of the person behind it'),
      ...aJid,
    },
    reporter: { ...textFilter('Bare JID of who has reported'), ...aJid },
    room: { ...textFilter('`room@service` that the reports found are about'), ...lower },
    assignee: nameFilter('Name of who handles the reports found; empty: nobody does'),
    createdFrom: timeFilter('Reports made at this time or later'),
    createdTo: timeFilter('Reports made before this time'),
  },
  others: [],
});
