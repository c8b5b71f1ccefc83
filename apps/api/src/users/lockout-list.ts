import { lockoutsDoc } from '@chat-admin/codecs/users/lockout.doc';
import { flagFilter, textFilter } from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

/** Contract: extensions E1.2 */
export const lockoutList = listOf(lockoutsDoc, {
  sorts: { username: 'text', created: 'time', until: 'time' },
  filters: {
    active: flagFilter(
      'Whether the lockouts found hold now. `false` also finds those that have ended and are still stored',
    ),
    author: textFilter('Name of the principal who made or last replaced the lockouts found'),
  },
  others: [],
});
