import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import { fieldColumns } from '@chat-admin/persistence/database/field-columns';
import { MERGES } from './merges.js';

/** The names in a statement, in quotes or not. */
const namesIn = (sql: string | undefined) => new Set(sql?.match(/\w+/g));

it.each([
  ...fieldColumns(ROOM_FIELDS).map((column) => ({ ...column, kind: 'rooms' as const })),
  ...fieldColumns(USER_FIELDS).map((column) => ({ ...column, kind: 'accounts' as const })),
])('$property of $kind is merged, into what is there, too', ({ property, column, kind }) => {
  const [{ rows, onConflict } = { rows: '' }] = MERGES[kind]!.merge;
  expect([...namesIn(rows)]).toEqual(expect.arrayContaining([column, property]));
  expect([...namesIn(onConflict)]).toEqual(expect.arrayContaining([column]));
});
