import type { EntitySchemaColumnOptions } from 'typeorm';

/** Column kinds shared by several tables. Text that is a key or compared sorts by code point. */
export const code = { type: 'text', collation: 'C' } satisfies EntitySchemaColumnOptions;
export const text = { type: 'text' } satisfies EntitySchemaColumnOptions;
export const optionalText = { type: 'text', nullable: true } satisfies EntitySchemaColumnOptions;
export const flag = { type: 'boolean' } satisfies EntitySchemaColumnOptions;
export const bytes = { type: 'bytea' } satisfies EntitySchemaColumnOptions;
export const moment = {
  type: 'timestamp with time zone',
  default: () => 'now()',
} satisfies EntitySchemaColumnOptions;
/** Which row it is, whatever it is called. */
export const identity = {
  type: 'uuid',
  nullable: true,
  generated: 'uuid',
  select: false,
} satisfies EntitySchemaColumnOptions;

export function primary(
  constraint: string,
  column: EntitySchemaColumnOptions = code,
): EntitySchemaColumnOptions {
  return { ...column, primary: true, primaryKeyConstraintName: constraint };
}
