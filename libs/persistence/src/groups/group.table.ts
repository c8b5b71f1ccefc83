import { EntitySchema } from 'typeorm';
import type { GroupSummary } from '@chat-admin/domain/groups/group';
import { code, flag, identity, optionalText, primary } from '../database/columns.js';

export interface StoredGroup extends GroupSummary {
  /** stays when the group is renamed; no former one of the name had it */
  readonly id?: string;
  /** who sees its people: `nobody`, `members`, `groups` or `everybody`; `null`: what `shared` says */
  readonly visibility?: string | null;
  /** names of the groups whose people see it, with visibility `groups` */
  readonly visibleTo?: readonly string[];
  /** the label in rosters; `null`: the name */
  readonly displayName?: string | null;
}

const beside = { select: false };

export const GroupTable = new EntitySchema<StoredGroup>({
  name: 'UserGroup',
  tableName: 'user_group',
  columns: {
    name: primary('user_group_pk'),
    id: identity,
    description: optionalText,
    shared: flag,
    visibility: { ...optionalText, ...beside },
    visibleTo: { type: 'text', array: true, default: [], name: 'visible_to', ...beside },
    displayName: { ...optionalText, name: 'display_name', ...beside },
  },
  indices: [
    { name: 'user_group_id_key', columns: ['id'], unique: true },
    { name: 'user_group_lower_name_idx', columns: ['name'], synchronize: false },
    { name: 'user_group_shared_idx', columns: ['name'], where: 'shared' },
    { name: 'user_group_text_trigram_idx', columns: ['name'], synchronize: false },
    { name: 'user_group_folded_text_idx', columns: ['name'], synchronize: false },
    { name: 'user_group_everybody_idx', columns: ['name'], where: "visibility = 'everybody'" },
    {
      name: 'user_group_display_name_idx',
      columns: ['displayName'],
      where: 'display_name is not null',
    },
    { name: 'user_group_visible_to_idx', columns: ['visibleTo'], synchronize: false },
  ],
  checks: [
    {
      name: 'user_group_visibility_check',
      expression: `visibility in ('nobody', 'members', 'groups', 'everybody') and (visibility <> 'nobody') = shared`,
    },
    {
      name: 'user_group_visible_to_check',
      expression: `visible_to = '{}' or coalesce(visibility, '') = 'groups'`,
    },
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

export interface ManagedGroupRow {
  readonly groupName: string;
  readonly source: string;
  readonly externalId: string;
}

export const ManagedGroupTable = new EntitySchema<ManagedGroupRow>({
  name: 'ManagedGroup',
  tableName: 'managed_group',
  columns: {
    groupName: { ...primary('managed_group_pk'), name: 'group_name' },
    source: code,
    externalId: { ...code, name: 'external_id' },
  },
  uniques: [{ name: 'managed_group_source_key', columns: ['source', 'externalId'] }],
  foreignKeys: [ofGroup('managed_group_user_group_fk')],
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
