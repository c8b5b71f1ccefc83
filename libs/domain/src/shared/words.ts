import { invalidValue } from './domain-error.js';

/** The word of a closed set that `sent` means: letter case and blanks around it do not matter. CK-11 */
export function wordIn<const W extends string>(words: readonly W[], sent: string): W | null {
  const word = sent.trim().toLowerCase();
  return words.find((one) => one === word) ?? null;
}

/** @throws InvalidArgument quoting what was sent */
export function requireWord<const W extends string>(
  words: readonly W[],
  sent: string,
  label: string,
): W {
  const word = wordIn(words, sent);
  if (word !== null) return word;
  throw invalidValue(label, sent);
}
