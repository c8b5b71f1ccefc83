import type { FieldTable } from '@chat-admin/domain/shared/fields';
import { fieldColumns } from '@chat-admin/persistence/database/field-columns';

/** The fields of an entity in statements. `staged`: as members `v` of JSON, each named after its property. */
export function stagedFields(table: FieldTable) {
  const columns = fieldColumns(table);
  const each = (text: (column: (typeof columns)[number]) => string) => columns.map(text).join(', ');
  return {
    columns: each(({ column }) => column),
    staged: each(({ property }) => `v."${property}"`),
    members: each(({ property, columnType }) => `"${property}" ${columnType}`),
    excluded: each(({ column }) => `excluded.${column}`),
  };
}
