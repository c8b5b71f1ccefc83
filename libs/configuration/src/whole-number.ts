import { ValidateBy } from 'class-validator';

/** An integer with inclusive bounds; one message covers all violations. */
export function WholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
  return ValidateBy({
    name: 'wholeNumber',
    validator: {
      validate: (value: unknown) =>
        Number.isInteger(value) && min <= Number(value) && Number(value) <= max,
      defaultMessage: () => `must be a whole number, ${bounds}`,
    },
  });
}
