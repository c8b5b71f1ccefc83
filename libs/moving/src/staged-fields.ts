import type { FieldTable } from '@chat-admin/domain/shared/fields';
import { fieldColumns } from '@chat-admin/persistence/database/field-columns';

/**
 * The fields of an entity in statements. `staged`: as members `v` of JSON.
 * @param memberOf a property, where it is called otherwise in JSON
 */
export function stagedFields(table: FieldTable, memberOf = (property: string) => property) {
  const columns = fieldColumns(table);
  const each = (text: (column: (typeof columns)[number]) => string) => columns.map(text).join(', ');
  return {
    columns: each(({ column }) => column),
    staged: each(({ property }) => `v."${memberOf(property)}"`),
    members: each(({ property, columnType }) => `"${memberOf(property)}" ${columnType}`),
    excluded: each(({ column }) => `excluded.${column}`),
  };
}
