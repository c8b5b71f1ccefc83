import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { UserChange } from '@chat-admin/domain/users/user';
import { fieldColumns } from '../database/field-columns.js';

/** The columns of `account` besides its name and its properties. */
export const FIELDS = fieldColumns(USER_FIELDS);

/** For each field whether it changes, and to what. */
export function changeParameters(change: UserChange): readonly unknown[] {
  return FIELDS.flatMap(({ property, parameter }) => {
    const value = change[property as keyof typeof USER_FIELDS];
    return value === undefined ? [false, null] : [true, parameter(value)];
  });
}
