import type { UserFilter } from '@chat-admin/domain/users/user';

/** Free text all of it, so there is nothing to refuse. */
export interface UserListQuery {
  readonly search?: string;
  readonly propertyKey?: string;
  readonly propertyValue?: string;
}

/** A property key hides `search`; a value counts together with a key only. Contract: core 3.1 */
export function userFilter({ search, propertyKey, propertyValue }: UserListQuery): UserFilter {
  if (propertyKey !== undefined) {
    return { kind: 'property', key: propertyKey, value: propertyValue ?? null };
  }
  return search ? { kind: 'name-contains', text: search } : { kind: 'all' };
}
