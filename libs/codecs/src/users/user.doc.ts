import { MOST_PROPERTIES } from '@chat-admin/domain/users/user';
import type { User, UserDraft } from '@chat-admin/domain/users/user';
import type { FieldsOf } from '../wire/fields-of.js';
import { mapRoots, type BodyReader } from '../wire/read-body.js';
import {
  attr,
  boolean,
  date,
  doc,
  instead,
  list,
  listDoc,
  looseText,
  present,
  secret,
  text,
  writeNever,
} from '../wire/schema.js';

const property = doc('property', { key: attr(text), value: attr(looseText) });

export const userDoc = doc('user', {
  username: text,
  password: writeNever(secret(text)),
  name: present(text),
  email: text,
  properties: list('property', property, {
    map: ['key', 'value'],
    limit: MOST_PROPERTIES,
    formerlyWrapped: true,
  }),
} satisfies FieldsOf<User & Pick<UserDraft, 'password'>>);

export const usersDoc = listDoc('users', userDoc, {
  member: 'users',
  former: instead('user'),
  limit: { things: 'users', most: 10_000 },
});

/** Shown to those who ask for them. Contract: extensions E1.2 */
export const extraUserFields = {
  created: date,
  locked: boolean,
  lockedUntil: date,
  lastSeen: date,
  online: boolean,
  administrator: boolean,
};

export type UserOrUsers =
  | { readonly kind: 'one'; readonly user: UserDraft }
  | { readonly kind: 'many'; readonly users: readonly UserDraft[] };

/** The JSON member or XML root `users` marks a bulk request. Contract: core 2.2 */
export const userOrUsers: BodyReader<UserOrUsers> = {
  xmlRoots: new Map([
    ...mapRoots(userDoc, (user): UserOrUsers => ({ kind: 'one', user })),
    ...mapRoots(usersDoc, (users): UserOrUsers => ({ kind: 'many', users })),
  ]),
  readJson: async (value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'users')
      ? { kind: 'many', users: await usersDoc.readJson(value) }
      : { kind: 'one', user: await userDoc.readJson(value) },
};
