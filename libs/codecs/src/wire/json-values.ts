import { SentNumber } from './sent-number.js';

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof SentNumber);
}

/** Where nothing else is allowed. */
export const AN_OBJECT = 'an object in braces: {…}';

/** What a message may show of a value: never the contents of an object or list. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}
