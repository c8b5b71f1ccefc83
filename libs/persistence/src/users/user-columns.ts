import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { User, UserChange } from '@chat-admin/domain/users/user';
import { fieldColumns } from '../database/field-columns.js';

const COLUMNS = [
  ...fieldColumns(USER_FIELDS),
  {
    property: 'properties',
    column: 'properties',
    type: 'jsonb',
    parameter: JSON.stringify,
    stored: (parameter: string) => parameter,
    selected: (column: string) => column,
  },
];
const names = COLUMNS.map(({ column }) => column).join(', ');
const selected = COLUMNS.map(
  ({ property, column, selected }) => `${selected(column)} as "${property}"`,
);

/** The columns of a user, in the order of {@link userValues}. */
export const USER_COLUMNS = `username, ${names}`;
export const USER_TYPES = ['text', ...COLUMNS.map(({ type }) => type)];
/** The stored values, from parameters named after the columns. */
export const STORED_USER = [
  'username',
  ...COLUMNS.map(({ column, stored }) => stored(column)),
].join(', ');
export const SELECTED_USER = ['username', ...selected].join(', ');
/** Properties as text, which lists pass on as it is. */
export const LISTED_USER = ['username', ...selected.slice(0, -1), 'properties::text'].join(', ');
/** @param parameter the result of {@link userChange} */
export const changedUser = (parameter: string) =>
  `(${names}) = (select ${names} from jsonb_populate_record(account, ${parameter}::jsonb))`;

export function userValues(user: User): readonly unknown[] {
  const values = COLUMNS.map(({ property, parameter }) => parameter(user[property as keyof User]));
  return [user.username, ...values];
}

/** JSON by column; unchanged columns are absent. */
export function userChange(change: UserChange): string {
  const members = COLUMNS.map(({ property, column }) => [
    column,
    change[property as keyof UserChange],
  ]);
  return JSON.stringify(Object.fromEntries(members));
}
