import type { Field, FieldTable, Values } from '../shared/fields.js';

/** A value other than the default for every field, for tests that iterate over all fields. */
export function otherThanDefaults<T extends FieldTable>(table: T): Values<T> {
  const values = Object.entries<Field>(table).map(([name, field]) => [name, other(name, field)]);
  return Object.fromEntries(values) as Values<T>;
}

function other(name: string, field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return `${name} \u{1f375}`;
    case 'integer':
      return field.default + 7;
    case 'flag':
      return !field.default;
    case 'choice':
      return field.choices.find((word) => word !== field.default);
    case 'choices':
      return field.choices.filter((_, index) => index % 2 === 0);
  }
}
