import { invalidValue } from './domain-error.js';

/** The word of a closed set that `sent` means: letter case and blanks around it do not matter. CK-11 */
export function wordIn<const W extends string>(words: readonly W[], sent: string): W | null {
  const word = sent.trim().toLowerCase();
  return words.find((one) => one === word) ?? null;
}

/** What is allowed, as a `detail` says it. */
export const oneOf = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : `one of ${words.join(', ')}`;

/** Of a parameter that is on or off. */
export const A_FLAG = oneOf(['true', 'false']);
/** Where no fractions count. */
export const AN_INTEGER = 'a whole number';

/** @throws InvalidArgument quoting what was sent */
export function requireWord<const W extends string>(
  words: readonly W[],
  sent: string,
  label: string,
): W {
  const word = wordIn(words, sent);
  if (word !== null) return word;
  throw invalidValue(label, sent, oneOf(words));
}
