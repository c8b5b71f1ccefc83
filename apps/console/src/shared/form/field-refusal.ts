import type { FieldError } from 'react-hook-form';
import { failureOf } from '../api/errors';
import type { Refusal } from '../api/errors';

/** What was refused, as the error of the field that it is about. */
export function fieldErrorOf(error: unknown): Pick<FieldError, 'message' | 'types'> {
  const { text, english } = failureOf(error);
  return { message: text, ...(english !== null && { types: { english } }) };
}

/** The error of a field, of {@link fieldErrorOf} or of its rules. */
export function refusalIn({ message = '', types }: FieldError): Refusal {
  const english = types?.['english'];
  return { text: message, english: typeof english === 'string' ? english : null };
}
