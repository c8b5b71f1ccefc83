import { oneOf } from '@chat-admin/domain/shared/words';
import { InvalidValue } from './body-faults.js';
import type { ScalarField } from './fields.js';

/** The fault of a value that a field cannot have. @param shown what may be told of it */
export function unusable(wire: string, field: ScalarField<unknown>, shown: string): InvalidValue {
  const { scalar, values, secret } = field;
  const allowed = values.enum === undefined ? scalar.allowed(shown) : oneOf(values.enum);
  return new InvalidValue(wire, secret ? null : shown, allowed);
}
