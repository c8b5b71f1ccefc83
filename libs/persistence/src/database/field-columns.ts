import type { Field, FieldTable } from '@chat-admin/domain/shared/fields';
import type { EntitySchemaColumnOptions, EntitySchemaOptions } from 'typeorm';

/** How a field of an entity is stored: in a column named after it. */
export interface FieldColumn {
  readonly property: string;
  readonly column: string;
  /**
   * of the parameter; lists are passed as text, because PostgreSQL's nested arrays must be
   * rectangular
   */
  readonly type: 'text' | 'integer' | 'boolean';
  /** of the column */
  readonly columnType: string;
  /** converts a domain value */
  parameter(value: unknown): unknown;
  /** the SQL that converts a parameter to the column's value */
  stored(parameter: string): string;
  /** the SQL that selects a domain value; lists as JSON, which the driver parses faster */
  selected(column: string): string;
}

type Kind = Field['kind'];

const TYPES: Readonly<Record<Kind, FieldColumn['type']>> = {
  text: 'text',
  integer: 'integer',
  flag: 'boolean',
  choice: 'text',
  choices: 'text',
};

/** `canAnyoneDiscoverJid` becomes `can_anyone_discover_jid`. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function fieldColumns(table: FieldTable): readonly FieldColumn[] {
  return Object.entries(table).map(([property, { kind }]) => {
    const isList = kind === 'choices';
    return {
      property,
      column: columnName(property),
      type: TYPES[kind],
      columnType: isList ? `${TYPES[kind]}[]` : TYPES[kind],
      parameter: isList ? (value) => (value as readonly string[]).join() : (value) => value,
      stored: isList
        ? (parameter) => `string_to_array(${parameter}, ',')`
        : (parameter) => parameter,
      selected: isList ? (column) => `array_to_json(${column})` : (column) => column,
    };
  });
}

/** The columns of an `EntitySchema`, with the defaults of the fields; of choices none. */
export function schemaColumns<T extends FieldTable>(
  table: T,
): Readonly<Record<keyof T & string, EntitySchemaColumnOptions>> {
  const columns = fieldColumns(table).map(({ property, column, type }) => {
    const { kind, default: fallback } = table[property]!;
    const byDefault = kind === 'choices' ? [] : fallback;
    const nullable = kind === 'text' ? { nullable: true } : { default: byDefault };
    return [property, { name: column, type, array: kind === 'choices', ...nullable }];
  });
  return Object.fromEntries(columns) as Record<keyof T & string, EntitySchemaColumnOptions>;
}

/** The check constraints that enforce the fields' limits and choices. */
export function schemaChecks(
  tableName: string,
  table: FieldTable,
): NonNullable<EntitySchemaOptions<object>['checks']> {
  return Object.entries(table).flatMap(([property, field]) => {
    const column = columnName(property);
    const expression = allowed(field, column);
    return expression === null ? [] : [{ name: `${tableName}_${column}_check`, expression }];
  });
}

function allowed(field: Field, column: string): string | null {
  if (field.kind === 'text' && field.limit !== null) {
    return `char_length(${column}) <= ${field.limit}`;
  }
  if (field.kind !== 'choice' && field.kind !== 'choices') return null;
  const words = field.choices.map((word) => `'${word}'`).join(', ');
  return field.kind === 'choice' ? `${column} in (${words})` : `${column} <@ array[${words}]`;
}
