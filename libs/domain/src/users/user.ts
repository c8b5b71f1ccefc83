import type { JsonList } from '../shared/json-list.js';
import { isLonger } from '../shared/domain-error.js';
import { shownNames, text } from '../shared/fields.js';
import type { Change, Draft, Values } from '../shared/fields.js';
import type { Patch } from '../shared/patch.js';
import { compareCodePoints } from '../shared/order.js';
import { localpart } from '../shared/jid.js';
import { localpartFault } from '../shared/jid-faults.js';
import type { Localpart } from '../shared/jid.js';
import type { Use } from '../shared/stringprep.js';

export const MAX_USERNAME_LENGTH = 64;

/** Contract: core 1.11, 3.3 */
export const USER_FIELDS = {
  name: text({ limit: 100, unsetWhen: 'blank' }),
  email: text({ limit: 100, unsetWhen: 'blank' }),
};

/** Contract: core 2.3 */
export const USER_SHOWN = { ...shownNames(USER_FIELDS), properties: 'properties' };

export const MOST_PROPERTIES = { things: 'properties', most: 1000 };

/** of a property key */
export const MAX_KEY_LENGTH = 100;

export interface UserProperty {
  readonly key: string;
  readonly value: string;
}

/** A user without credentials. Properties have unique keys, ascending by code point. */
export interface User extends Values<typeof USER_FIELDS> {
  readonly username: Localpart;
  readonly properties: readonly UserProperty[];
}

/** A user of a list, where nobody looks into the properties. */
export type ListedUser = Omit<User, 'properties'> & {
  readonly properties: JsonList<UserProperty> | readonly UserProperty[];
};

/** A user as received from a client, unvalidated. */
export interface UserDraft extends Draft<typeof USER_FIELDS> {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly properties?: readonly Partial<UserProperty>[] | undefined;
}

/** Contract: extensions E3 */
export type UserPatch = Patch<UserDraft>;

/** An update: `undefined` keeps, `null` clears. */
export interface UserChange extends Change<typeof USER_FIELDS> {
  readonly properties?: readonly UserProperty[] | undefined;
}

/** Which users a list shows. Contract: core 3.1 */
export type UserFilter =
  | { readonly kind: 'all' }
  /** the stored user name contains `text`; case-sensitive, no wildcards */
  | { readonly kind: 'name-contains'; readonly text: string }
  /** has the property `key`, with exactly `value` unless it is `null` */
  | { readonly kind: 'property'; readonly key: string; readonly value: string | null };

/** The prepared user name, or `null` when `text` cannot be one. Contract: core 1.10, 1.11 */
export function username(text: string, use: Use = 'query'): Localpart | null {
  const prepared = localpart(text, use);
  return prepared !== null && !isLonger(prepared, MAX_USERNAME_LENGTH) ? prepared : null;
}

/** Why a text that is none cannot be stored as a user name, for people. */
export function usernameFault(text: string): string {
  const longer = `longer than ${MAX_USERNAME_LENGTH} characters`;
  if (localpart(text, 'stored') !== null) return longer;
  const fault = localpartFault(text);
  return fault.startsWith('longer') ? longer : fault;
}

/**
 * Ascending by code point; the last value of a repeated key wins; `null` if a key or value is
 * missing.
 */
export function userProperties(
  draft: readonly Partial<UserProperty>[],
): readonly UserProperty[] | null {
  const byKey = new Map<string, string>();
  for (const { key, value } of draft) {
    if (key === undefined || key === '' || value === undefined) return null;
    byKey.set(key, value);
  }
  return [...byKey]
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => compareCodePoints(a.key, b.key));
}
