import type { GroupMember } from '@chat-admin/domain/groups/group';
import { GroupList } from '@chat-admin/domain/groups/group-list';
import type {
  GroupDetails,
  GroupEntry,
  GroupSelection,
  MemberSelection,
} from '@chat-admin/domain/groups/group-list';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { Conditions, orderedList } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import type { TrigramLetters } from '../database/search-text.js';
import {
  groupSource,
  NAMES_SOURCE,
  PEOPLE_SOURCE,
  selectedGroups,
  selectedPeople,
} from './group-list-source.js';
import { SUMMARY } from './group-statements.js';

/** Groups and their people by page, from `user_group` and `group_member`. */
export class PostgresGroupList extends GroupList {
  constructor(
    private readonly streams: RowStreams,
    private readonly letters: TrigramLetters,
  ) {
    super();
  }

  async select(selection: GroupSelection, details: GroupDetails): Promise<OrderedList<GroupEntry>> {
    const seesUnicode = selection.text !== null && (await this.letters.areUnicode());
    const conditions = selectedGroups(selection, seesUnicode);
    return this.list<GroupEntry, GroupEntry>(groupSource(details), conditions, (row) => row);
  }

  async people(
    group: string,
    selection: MemberSelection,
  ): Promise<OrderedList<GroupMember> | null> {
    const found = await this.streams.readPage(SUMMARY, [group]);
    if (found.length === 0) return null;
    const conditions = selectedPeople(group, selection);
    return this.list<GroupMember, GroupMember>(PEOPLE_SOURCE, conditions, (row) => row);
  }

  namesOf(jid: BareJid): OrderedList<string> {
    const conditions = new Conditions().scope((one) => `jid = ${one}`, jid);
    type Row = { readonly name: string };
    return this.list<Row, string>(NAMES_SOURCE, conditions, ({ name }) => name);
  }

  private list<Row extends object, T>(
    source: Parameters<typeof orderedList>[1],
    conditions: Conditions,
    read: (row: Row) => T,
  ): OrderedList<T> {
    return orderedList<Row, T>(this.streams, source, conditions, read);
  }
}
