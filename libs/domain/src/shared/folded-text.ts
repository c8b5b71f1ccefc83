import { decomposed } from './unicode-3-2.js';

const SIGNS = /[\u0300-\u036f'\u2019\u02bc`\u00b4]/g;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't' },
};
const LETTER = /[ßæœþςøłđðħıŧ]/g;

/** A text without letter case, accents and apostrophes, as `folded` of persistence has it. Contract: extensions E1.1 */
export const foldedText = (text: string): string =>
  decomposed(text)
    .replaceAll(SIGNS, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter]!);

/** A text, folded, also as others write it: Schäfer, Schaefer and Schafer are one name. The first one is the text itself. */
export function spellingsOf(text: string): readonly string[] {
  const lower = decomposed(text).toLowerCase();
  const expanded = lower
    .replaceAll(/([aou])\u0308/g, '$1e')
    .replaceAll('a\u030a', 'aa')
    .replaceAll('ø', 'oe');
  const contracted = lower.replaceAll(/([aou])e|aa/g, (pair) => pair[0]!);
  return [...new Set([text, expanded, contracted].map(foldedText))];
}

const MOST_WORDS = 10;

/**
 * What of a text has to be found, each by itself: its words, or all of it where one of them is short, or they are many.
 * @param isLong whether an index can find a text
 */
export function searchedParts(text: string, isLong: (part: string) => boolean): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length <= MOST_WORDS && words.every(isLong) ? words : [text];
}
