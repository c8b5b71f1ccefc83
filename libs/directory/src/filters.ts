import {
  AndFilter,
  EqualityFilter,
  FilterParser,
  GreaterThanEqualsFilter,
  NotFilter,
  PresenceFilter,
} from 'ldapts';
import type { Filter } from 'ldapts';

/** Filters are never put together as text: what a value holds stays a value. */
export const both = (...filters: readonly Filter[]): Filter =>
  filters.length === 1 ? filters[0]! : new AndFilter({ filters: [...filters] });

export const equal = (attribute: string, value: string | Buffer): Filter =>
  new EqualityFilter({ attribute, value });

export const atLeast = (attribute: string, value: string): Filter =>
  new GreaterThanEqualsFilter({ attribute, value });

/** More than `value`, which was there before. */
export const after = (attribute: string, value: string): Filter =>
  both(atLeast(attribute, value), new NotFilter({ filter: equal(attribute, value) }));

export const anything = (): Filter => new PresenceFilter({ attribute: 'objectClass' });

/**
 * Reads a filter of the file (RFC 4515); blanks and line ends between its brackets do not count.
 * @throws Error that says what is wrong
 */
export function filterOf(text: string): Filter {
  const tight = text
    .trim()
    .replace(/([()])\s+(?=[()])/g, '$1')
    .replace(/(\([&|!])\s+(?=\()/g, '$1');
  // ldapts takes the bytes of an escaped letter for two letters
  if (/\\[89a-f][0-9a-f]/i.test(tight)) throw new Error('write letters as they are, not as bytes');
  return FilterParser.parseString(tight);
}
