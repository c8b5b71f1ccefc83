import type { Field, FieldTable, Values } from '@chat-admin/domain/shared/fields';
import fc from 'fast-check';
import { anyText } from './samples.js';

/** Arbitrary values of an entity's fields. */
export function anyValues<T extends FieldTable>(table: T): fc.Arbitrary<Values<T>> {
  const fields = Object.entries<Field>(table).map(([name, field]) => [name, anyValue(field)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>) as never;
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      return fc.option(anyText(40));
    case 'integer':
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.choices);
    case 'choices':
      return fc.subarray([...field.choices]);
  }
}
