import type {
  GroupDetails,
  GroupSelection,
  MemberSelection,
} from '@chat-admin/domain/groups/group-list';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import { isShort, literal, SearchedTexts } from '../database/search-text.js';
import { ROLE } from './group-statements.js';

/** As the database makes it, by code point. */
const lower = (name: string) => `(lower(${name} collate "default") collate "C")`;

const TEXTS = new SearchedTexts(['name', 'description']);

const people = (isAdmin: boolean) => `
  (select coalesce(json_agg(jid order by jid), '[]') from group_member
   where group_name = user_group.name and is_admin = ${isAdmin})`;

export function groupSource(details: GroupDetails): ListSource {
  return {
    select: `
      name, description, shared,
      (select source from managed_group where group_name = user_group.name) as "managedBy",
      (select external_id from managed_group where group_name = user_group.name) as "externalId"
      ${details.people ? `, ${people(false)} as members, ${people(true)} as admins` : ''}
      ${details.count ? `, (select count(*) from group_member where group_name = user_group.name) as "memberCount"` : ''}`,
    from: 'user_group',
    key: 'name',
    sorts: {
      key: { expression: 'name', kind: 'text' },
      name: { expression: lower('name'), kind: 'text' }, // for its index
    },
  };
}

/** @param seesUnicode as {@link isShort} knows it */
export function selectedGroups(selection: GroupSelection, seesUnicode: boolean): Conditions {
  const { text, shared, member, managedBy } = selection;
  const conditions = new Conditions();
  if (text !== null && isShort(text, seesUnicode)) {
    conditions.add(
      (pattern) => `${lower('name')} like lower(${pattern}::text)`,
      `${literal(text)}%`,
    );
  } else if (text !== null) TEXTS.addTo(conditions, text, seesUnicode);
  if (shared !== null) conditions.add(() => (shared ? 'shared' : 'not shared'));
  if (member !== null) {
    conditions.add(
      (jid) => `name in (select group_name from group_member where jid = ${jid})`,
      member,
    );
  }
  if (managedBy === '') {
    conditions.add(
      () => 'not exists (select from managed_group where group_name = user_group.name)',
    );
  } else if (managedBy !== null) {
    conditions.add(
      (wanted) => `name in (select group_name from managed_group where source = ${wanted})`,
      managedBy,
    );
  }
  return conditions;
}

export const PEOPLE_SOURCE: ListSource = {
  select: `jid, ${ROLE}`,
  from: 'group_member',
  key: 'jid',
  sorts: { jid: { expression: 'jid', kind: 'text' } },
};

export function selectedPeople(group: string, { role, text }: MemberSelection): Conditions {
  const conditions = new Conditions().scope((name) => `group_name = ${name}`, group);
  if (role !== null) conditions.add(() => (role === 'admin' ? 'is_admin' : 'not is_admin'));
  if (text !== null)
    conditions.add((pattern) => `jid like lower(${pattern}::text)`, `${literal(text)}%`);
  return conditions;
}

export const NAMES_SOURCE: ListSource = {
  select: 'group_name as name',
  from: 'group_member',
  key: 'group_name',
  sorts: {
    key: { expression: 'group_name', kind: 'text' },
    name: { expression: lower('group_name'), kind: 'text' },
  },
};
