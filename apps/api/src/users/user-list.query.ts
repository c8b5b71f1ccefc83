import type { UserFilter } from '@chat-admin/domain/users/user';

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
