import type { UserFilter } from '@chat-admin/domain/users/user';
import type { TimeRange, UserSelection } from '@chat-admin/domain/users/user-list';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import { isShort, literal, SearchedTexts } from '../database/search-text.js';
import { LISTED_USER } from './user-columns.js';

const ACTIVE = `
  lockout.username = account.username and starts_at <= now() and (ends_at is null or ends_at > now())`;
const LOCKOUT = `exists (select from lockout where ${ACTIVE})`;

export const USER_SOURCE: ListSource = {
  select: `
    ${LISTED_USER}, created_at as created, last_seen as "lastSeen", ${LOCKOUT} as locked,
    (select ends_at from lockout where ${ACTIVE}) as "lockedUntil",
    (select role from account_role where account_role.username = account.username) as role,
    (select source from managed_account by where by.username = account.username) as "managedBy",
    (select external_id from managed_account by where by.username = account.username) as "externalId"`,
  from: 'account',
  key: 'username',
  sorts: {
    username: { expression: 'username', kind: 'text' },
    // for its index
    name: { expression: `(lower(coalesce(name, '')) collate "C")`, kind: 'text' },
    created: { expression: 'created_at', kind: 'time' },
  },
};

const TEXTS = new SearchedTexts(['username', 'name', 'email']);

/** @param seesUnicode as {@link isShort} knows it */
export function selectedUsers(selection: UserSelection, seesUnicode: boolean): Conditions {
  const { filter, text, locked, neverSeen, group, role, managedBy, among, isPaged } = selection;
  const conditions = new Conditions();
  addFilter(conditions, filter, isPaged, seesUnicode);
  if (text !== null) addText(conditions, text, seesUnicode);
  if (locked !== null) conditions.add(() => (locked ? LOCKOUT : `not ${LOCKOUT}`));
  if (neverSeen !== null) conditions.add(() => `last_seen is ${neverSeen ? '' : 'not '}null`);
  addRange(conditions, 'created_at', selection.created);
  addRange(conditions, 'last_seen', selection.lastSeen);
  if (group !== null) {
    conditions.add(
      (name) => `username in (
        select split_part(jid, '@', 1) from group_member
        where group_name = ${name} and jid = split_part(jid, '@', 1) || '@' || service_domain())`,
      group,
    );
  }
  if (role !== null) {
    conditions.add(
      (wanted) => `username in (select username from account_role where role = ${wanted})`,
      role,
    );
  }
  if (managedBy === '') {
    conditions.add(
      () => 'not exists (select from managed_account by where by.username = account.username)',
    );
  } else if (managedBy !== null) {
    conditions.add(
      (wanted) => `username in (select username from managed_account where source = ${wanted})`,
      managedBy,
    );
  }
  if (among !== null) {
    const is = among.isMember ? '= any' : '<> all';
    conditions.add((usernames) => `username ${is} (${usernames}::text[])`, among.usernames);
  }
  return conditions;
}

/** Contract: core 3.1 */
function addFilter(
  conditions: Conditions,
  filter: UserFilter,
  isPaged: boolean,
  seesUnicode: boolean,
): void {
  if (filter.kind === 'property') {
    const { key, value } = filter;
    const property = JSON.stringify([value === null ? { key } : { key, value }]);
    conditions.add((wanted) => `properties @> ${wanted}::jsonb`, property);
  } else if (filter.kind === 'name-contains') {
    const text = literal(filter.text);
    if (isPaged && isShort(filter.text, seesUnicode)) addBeginning(conditions, text);
    else conditions.add((pattern) => `lower(username) like ${pattern}`, `%${text}%`); // for its index
  }
}

function addText(conditions: Conditions, text: string, seesUnicode: boolean): void {
  if (isShort(text, seesUnicode)) addBeginning(conditions, literal(text.toLowerCase()));
  else TEXTS.addTo(conditions, text, seesUnicode);
}

const addBeginning = (conditions: Conditions, text: string) =>
  conditions.add((pattern) => `username like ${pattern}`, `${text}%`);

function addRange(conditions: Conditions, column: string, { from, to }: TimeRange): void {
  if (from !== null) conditions.add((time) => `${column} >= ${time}::timestamptz`, from);
  if (to !== null) conditions.add((time) => `${column} < ${time}::timestamptz`, to);
}
