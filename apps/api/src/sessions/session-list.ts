import { sessionsDoc } from '@chat-admin/codecs/sessions/session.doc';
import { addressFilter, jidFilter, textFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

/** Contract: extensions E1.2 */
export const sessionList = listOf(sessionsDoc, {
  sorts: { sessionId: 'text', creationDate: 'time' },
  filters: {
    address: addressFilter('Address of the client, or a range in CIDR notation'),
    node: textFilter('The node of the sessions found'),
    text: jidFilter(),
  },
  others: [],
});
