import type { UserFilter } from '@chat-admin/domain/users/user';
import { LISTED_USER } from './user-columns.js';

/** Contract: core 3.1 */
export function listUsers(filter: UserFilter): { text: string; values: readonly unknown[] } {
  const { condition, values } = where(filter);
  return {
    text: `select ${LISTED_USER} from account ${condition} order by username`,
    values,
  };
}

function where(filter: UserFilter): { condition: string; values: readonly unknown[] } {
  switch (filter.kind) {
    case 'all':
      return { condition: '', values: [] };
    case 'name-contains':
      return {
        condition: `where lower(username) like $1`, // for its index
        values: [`%${filter.text.replace(/[\\%_]/g, '\\$&')}%`],
      };
    case 'property': {
      const { key, value } = filter;
      return {
        condition: 'where properties @> $1::jsonb',
        values: [JSON.stringify([value === null ? { key } : { key, value }])],
      };
    }
  }
}
