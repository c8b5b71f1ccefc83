import { extraUserFields, usersDoc } from '@chat-admin/codecs/users/user.doc';
import type { UserFilter } from '@chat-admin/domain/users/user';
import type { UserCriteria, UserDetails } from '@chat-admin/domain/users/user-search';
import { ACCOUNT_ROLES } from '@chat-admin/domain/users/account-role';
import {
  choiceFilter,
  flagFilter,
  nameFilter,
  namesFilter,
  textFilter,
  timeFilter,
} from '../http/list-filters.js';
import { listOf } from '../http/lists.js';
import type { ListRequest } from '../http/lists.js';
import { photoHash } from './photo-hash.js';

/** Contract: extensions E1.2 */
export const userList = listOf(
  usersDoc,
  {
    sorts: { username: 'text', name: 'text', created: 'time' },
    filters: {
      text: textFilter('Text in user name, name or e-mail, ignoring case'),
      locked: flagFilter('Whether the users found are locked out'),
      online: flagFilter('Whether the users found have a session'),
      neverSeen: flagFilter('Whether the users found have never had a session'),
      createdFrom: timeFilter('Users created then or later'),
      createdTo: timeFilter('Users created before'),
      lastSeenFrom: timeFilter('Users whose last session ended then or later'),
      lastSeenTo: timeFilter('Users whose last session ended before'),
      group: nameFilter('Name of a group with the user as member or admin'),
      username: namesFilter('User names, separated by blanks: those users alone'),
      role: choiceFilter('Role of the users, or `administrator`; needs `admins:write`, too', [
        ...ACCOUNT_ROLES,
        'administrator',
      ] as const),
      managedBy: nameFilter('Source that manages the users; empty: those that none does'),
    },
    others: ['search', 'propertyKey', 'propertyValue'],
  },
  extraUserFields,
);

/** All free text, so nothing is refused. */
export interface UserListQuery {
  readonly search?: string;
  readonly propertyKey?: string;
  readonly propertyValue?: string;
}

/**
 * A property key overrides `search`; a value only counts together with a key. Contract: core 3.1
 */
export function userFilter({ search, propertyKey, propertyValue }: UserListQuery): UserFilter {
  if (propertyKey !== undefined) {
    return { kind: 'property', key: propertyKey, value: propertyValue ?? null };
  }
  return search ? { kind: 'name-contains', text: search } : { kind: 'all' };
}

export function userCriteria(
  { filters, isPaged }: ListRequest<(typeof userList)['filters']>,
  query: UserListQuery,
): UserCriteria {
  const { text, locked, online, neverSeen, group, username, role, managedBy, ...times } = filters;
  return {
    ...{ isPaged, filter: userFilter(query), text, locked, online, neverSeen, group, managedBy },
    role: role === 'administrator' ? null : role,
    isAdministrator: role === 'administrator',
    names: username,
    created: { from: times.createdFrom, to: times.createdTo },
    lastSeen: { from: times.lastSeenFrom, to: times.lastSeenTo },
  };
}

/** What has to be found out for the members that are asked for. */
export const userDetails = (asksFor: (field: string) => boolean): UserDetails => ({
  online: asksFor('online'),
  photo: asksFor('photo') ? photoHash : null,
});
