import { foldedText, searchedParts, spellingsOf } from '../shared/folded-text.js';
export { orderedArray as orderedList } from '../shared/ordered-array.js';

/** Contract: extensions E1.1 "Short search texts" */
export const isShort = (text: string): boolean => !/[\p{L}\p{N}]{3}/u.test(foldedText(text));

/** Contract: extensions E1.1 "Search texts" */
export function holdsText(texts: readonly (string | null)[], wanted: string): boolean {
  const held = texts.map((one) => foldedText(one ?? ''));
  const isLong = (part: string) => !isShort(part);
  return searchedParts(wanted, isLong).every((part) =>
    spellingsOf(part).some((one) => isLong(one) && held.some((text) => text.includes(one))),
  );
}
