import { EntitySchema } from 'typeorm';
import type { GroupSummary } from '@chat-admin/domain/groups/group';
import { flag, optionalText, primary } from '../database/columns.js';

export const GroupTable = new EntitySchema<GroupSummary>({
  name: 'UserGroup',
  tableName: 'user_group',
  columns: { name: primary('user_group_pk'), description: optionalText, shared: flag },
  indices: [
    { name: 'user_group_lower_name_idx', columns: ['name'], synchronize: false },
    { name: 'user_group_shared_idx', columns: ['name'], where: 'shared' },
    { name: 'user_group_text_trigram_idx', columns: ['name'], synchronize: false },
  ],
});

/** The foreign key of a table whose rows belong to a group. */
export const ofGroup = (constraint: string) => ({
  name: constraint,
  target: 'UserGroup',
  columnNames: ['groupName'],
  referencedColumnNames: ['name'],
  onUpdate: 'CASCADE' as const,
  onDelete: 'CASCADE' as const,
});

export interface GroupMemberRow {
  readonly groupName: string;
  readonly jid: string;
  readonly isAdmin: boolean;
}

export const GroupMemberTable = new EntitySchema<GroupMemberRow>({
  name: 'GroupMember',
  tableName: 'group_member',
  columns: {
    groupName: { ...primary('group_member_pk'), name: 'group_name' },
    jid: primary('group_member_pk'),
    isAdmin: { ...flag, name: 'is_admin' },
  },
  indices: [
    { name: 'group_member_jid_idx', columns: ['jid'] },
    { name: 'group_member_admin_idx', columns: ['groupName', 'jid'], where: 'is_admin' },
  ],
  foreignKeys: [ofGroup('group_member_user_group_fk')],
});

export interface SharedGroupRow {
  readonly groupName: string;
  /** another one whenever the group is shared */
  readonly id: number;
  /** changes with what the group brings into rosters */
  readonly version: number;
  /** since this version, only the contacts in `changed` have changed */
  readonly changedSince: number;
  readonly changed: readonly string[];
}

/** A row for each group that is shared, kept by triggers. */
export const SharedGroupTable = new EntitySchema<SharedGroupRow>({
  name: 'SharedGroup',
  tableName: 'shared_group',
  columns: {
    groupName: { ...primary('shared_group_pk'), name: 'group_name' },
    id: { type: 'bigint', generated: 'increment' },
    version: { type: 'bigint' },
    changedSince: { name: 'changed_since', type: 'bigint' },
    changed: { type: 'text', array: true },
  },
  uniques: [{ name: 'shared_group_id_key', columns: ['id'] }],
  foreignKeys: [ofGroup('shared_group_user_group_fk')],
});
