import { accountRole } from '@chat-admin/domain/users/account-role';
import { JsonList } from '@chat-admin/domain/shared/json-list';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { UserList } from '@chat-admin/domain/users/user-list';
import type { UserEntry, UserSelection } from '@chat-admin/domain/users/user-list';
import { orderedList } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import type { TrigramLetters } from '../database/search-text.js';
import { selectedUsers, USER_SOURCE } from './user-list-source.js';

type Row = Omit<UserEntry, 'properties' | 'role'> & {
  readonly properties: string;
  readonly role: string | null;
};

/** Users by page, from `account`. */
export class PostgresUserList extends UserList {
  constructor(
    private readonly streams: RowStreams,
    private readonly letters: TrigramLetters,
  ) {
    super();
  }

  async select(selection: UserSelection): Promise<OrderedList<UserEntry>> {
    const searches = selection.text !== null || selection.filter.kind === 'name-contains';
    const conditions = selectedUsers(selection, searches && (await this.letters.areUnicode()));
    return orderedList<Row, UserEntry>(this.streams, USER_SOURCE, conditions, (row) => ({
      ...row,
      properties: new JsonList(row.properties),
      role: accountRole(row.role),
    }));
  }
}
