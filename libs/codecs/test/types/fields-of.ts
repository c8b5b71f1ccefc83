/** Compile-time proof that a document must agree with its entity; nothing here is run. */
import type { User } from '@chat-admin/domain/users/user';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { roomDoc } from '../../src/muc/rooms/room.doc.js';
import { userDoc } from '../../src/users/user.doc.js';
import type { FieldsOf } from '../../src/wire/fields-of.js';
import {
  always,
  boolean,
  date,
  doc,
  integer,
  list,
  named,
  secret,
  text,
} from '../../src/wire/schema.js';

const { moderated: _moderated, ...withoutOne } = roomDoc.fields;
const { password: _password, ...user } = userDoc.fields;

void ({ ...withoutOne, moderated: always(boolean) } satisfies FieldsOf<Room>);
void ({ ...withoutOne, moderated: always(named('isModerated', boolean)) } satisfies FieldsOf<Room>);
void (user satisfies FieldsOf<User>);

// @ts-expect-error the document lacks a field of the entity
void (withoutOne satisfies FieldsOf<Room>);

// @ts-expect-error the document has a field that the entity lacks
void ({ ...roomDoc.fields, noSuchField: boolean } satisfies FieldsOf<Room>);

// @ts-expect-error what the entity always has is always in the document
void ({ ...withoutOne, moderated: boolean } satisfies FieldsOf<Room>);

// @ts-expect-error a flag is not an integer
void ({ ...withoutOne, moderated: always(integer) } satisfies FieldsOf<Room>);

// @ts-expect-error a text is not a flag
void ({ ...roomDoc.fields, naturalName: boolean } satisfies FieldsOf<Room>);

// @ts-expect-error a number is not a text
void ({ ...roomDoc.fields, maxUsers: always(secret(text)) } satisfies FieldsOf<Room>);

// @ts-expect-error a date is not a text
void ({ ...roomDoc.fields, creationDate: always(text) } satisfies FieldsOf<Room>);

// @ts-expect-error a list is not a single value
void ({ ...roomDoc.fields, owners: text } satisfies FieldsOf<Room>);

// @ts-expect-error a single value is not a list
void ({ ...roomDoc.fields, subject: list('subject', text) } satisfies FieldsOf<Room>);

// @ts-expect-error the items of a list are of another kind
void ({ ...roomDoc.fields, owners: list('owner', date) } satisfies FieldsOf<Room>);

const properties = list('property', doc('property', { key: always(text) }));
// @ts-expect-error an item of a list lacks a field
void ({ ...user, properties } satisfies FieldsOf<User>);
