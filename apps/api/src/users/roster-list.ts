import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import type { RosterSelection } from '@chat-admin/domain/users/roster';
import { choiceFilter, jidFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';
import type { ListRequest } from '../http/lists.js';

/** Contract: extensions E1.2 */
export const rosterList = listOf(rosterDoc, {
  sorts: { jid: 'text' },
  filters: {
    subscriptionType: choiceFilter('The subscription of those found: none, to, from, both', [
      ...['0', '1', '2', '3'],
    ]),
    text: jidFilter(),
  },
  others: [],
});

export function rosterSelection({
  filters: { subscriptionType, text },
}: ListRequest<(typeof rosterList)['filters']>): RosterSelection {
  return { subscription: subscriptionType === null ? null : Number(subscriptionType), text };
}
