import {
  MAX_KEY_LENGTH,
  MAX_USERNAME_LENGTH,
  MOST_PROPERTIES,
  USER_FIELDS,
} from '@chat-admin/domain/users/user';
import type { User, UserDraft } from '@chat-admin/domain/users/user';
import { shownRole } from './role.doc.js';
import { LOCALPART_PATTERN } from '@chat-admin/domain/shared/jid';
import type { FieldsOf } from '../wire/fields-of.js';
import { mapRoots, type BodyReader } from '../wire/read-body.js';
import {
  always,
  attr,
  boolean,
  date,
  doc,
  instead,
  list,
  listDoc,
  looseText,
  needed,
  present,
  scalarsOf,
  secret,
  text,
  within,
  writeNever,
} from '../wire/schema.js';

const SENT = ['POST', 'PUT'] as const;

const property = doc('property', {
  key: always(needed(SENT, attr(within({ maxLength: MAX_KEY_LENGTH }, text)))),
  value: always(attr(looseText)),
});

const { name, ...others } = scalarsOf(USER_FIELDS);

/** Shown to those who ask for them. Contract: extensions E1.2 */
export const extraUserFields = {
  created: date,
  locked: boolean,
  lockedUntil: date,
  lastSeen: date,
  online: boolean,
  administrator: boolean,
  role: shownRole,
  photo: text,
  managedBy: text,
  externalId: text,
};

export const userDoc = doc(
  'user',
  {
    username: always(
      needed(
        ['POST'],
        within({ maxLength: MAX_USERNAME_LENGTH, pattern: LOCALPART_PATTERN }, text),
      ),
    ),
    password: writeNever(needed(['POST'], secret(text))),
    name: present(name),
    ...others,
    properties: list('property', property, {
      map: ['key', 'value'],
      limit: MOST_PROPERTIES,
      formerlyWrapped: true,
    }),
  } satisfies FieldsOf<User & Pick<UserDraft, 'password'>>,
  { unread: extraUserFields },
);

export const usersDoc = listDoc('users', userDoc, {
  member: 'users',
  former: instead('user'),
  limit: { things: 'users', most: 10_000 },
});

export type UserOrUsers =
  | { readonly kind: 'one'; readonly user: UserDraft }
  | { readonly kind: 'many'; readonly users: readonly UserDraft[] };

/** The JSON member or XML root `users` marks a bulk request. Contract: core 2.2 */
export const userOrUsers: BodyReader<UserOrUsers> = {
  xmlRoots: new Map([
    ...mapRoots(userDoc, (user): UserOrUsers => ({ kind: 'one', user })),
    ...mapRoots(usersDoc, (users): UserOrUsers => ({ kind: 'many', users })),
  ]),
  readJson: async (value, ignored) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'users')
      ? { kind: 'many', users: await usersDoc.readJson(value, ignored) }
      : { kind: 'one', user: await userDoc.readJson(value, ignored) },
};
