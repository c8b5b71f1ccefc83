import type { TextForm } from '@chat-admin/domain/shared/written-list';
import type { UserFilter } from '@chat-admin/domain/users/user';
import { writtenBatches } from '../database/written-batches.js';
import { writtenEntries } from '../database/written-entries.js';
import type { WrittenQuery } from '../database/written-rows.js';
import { LISTED_USER, WRITTEN_USER } from './user-columns.js';

const ALL = { table: 'account', key: 'username', condition: 'true' };
const ENTRIES_OF_A_TEXT = 500;

/** Contract: core 3.1 */
export function listUsers(filter: UserFilter): { text: string; values: readonly unknown[] } {
  const { condition, values } = where(filter);
  return {
    text: `select ${LISTED_USER} from account ${condition} order by username`,
    values,
  };
}

/** The same as texts. */
export function writeUsers(filter: UserFilter, form: TextForm): WrittenQuery {
  const written = (rows: string) => writtenEntries(rows, form, WRITTEN_USER);
  if (filter.kind !== 'all') {
    const { text, values } = listUsers(filter);
    return { text: written(text), values };
  }
  const text = writtenBatches(ALL, form, ENTRIES_OF_A_TEXT, (end) =>
    written(`select ${LISTED_USER} from account ${end}`),
  );
  return { text, values: [], batchRows: 1, isByIndex: true };
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
