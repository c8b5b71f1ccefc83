import { CODE_POINT_RUNS } from './code-point-runs.js';
import { isWithinBytes } from './utf8.js';

/** More than any part of a JID and any password has. */
export const MAX_BYTES = 1023;

export type Direction = 'left-to-right' | 'right-to-left' | 'neutral';

/** Letters of the runs: what text written left to right, right to left, in neither direction is made of; the
 * same of what Unicode 3.2 had not assigned; prohibited, mapped to nothing. */
const KINDS = 'LRNUVWPM';
const [LEFT, RIGHT, , LEFT_UNASSIGNED, RIGHT_UNASSIGNED, NEUTRAL_UNASSIGNED, PROHIBITED, NOTHING] =
  KINDS.split('').keys();

const kinds = readRuns(CODE_POINT_RUNS);

/** Code points whose decomposition was corrected after Unicode 3.2 (Corrigendum 4), with what they were. */
const UNCORRECTED: Readonly<Record<string, string>> = {
  '\u{2f868}': '\u{2136a}',
  '\u{2f874}': '\u5f33',
  '\u{2f91f}': '\u43ab',
  '\u{2f95f}': '\u7aae',
  '\u{2f9bf}': '\u4d57',
};
const CORRECTED = new RegExp(`[${Object.keys(UNCORRECTED).join('')}]`, 'gu');

/** Table A.1 */
export function isUnassigned(code: number): boolean {
  const kind = kinds[code]!;
  return kind >= LEFT_UNASSIGNED! && kind <= NEUTRAL_UNASSIGNED!;
}

/** Whether no profile allows it, once the text is mapped and normalised. Tables C.1.2, C.2.2, C.3 to C.9 */
export function isProhibited(code: number): boolean {
  return kinds[code] === PROHIBITED;
}

/** Table B.1 */
export function isMappedToNothing(code: number): boolean {
  return kinds[code] === NOTHING;
}

/** Tables D.1 and D.2; of unassigned code points what the chat server takes them for. */
export function directionOf(code: number): Direction {
  const kind = kinds[code];
  if (kind === LEFT || kind === LEFT_UNASSIGNED) return 'left-to-right';
  return kind === RIGHT || kind === RIGHT_UNASSIGNED ? 'right-to-left' : 'neutral';
}

/** NFD of each character by itself: only the order of marks can differ from NFD, and no text takes long. */
export const decomposed = (text: string): string =>
  Array.from(text, (character) => character.normalize('NFD')).join('');

/** NFKC of Unicode 3.2, which leaves what it had not assigned as it is. */
export function normalize(text: string): string {
  let normalized = '';
  let run = '';
  for (const character of text.replace(CORRECTED, (one) => UNCORRECTED[one]!)) {
    if (isUnassigned(character.codePointAt(0)!)) {
      normalized += run.normalize('NFKC') + character;
      run = '';
    } else {
      run += character;
    }
  }
  return normalized + run.normalize('NFKC');
}

/** Whether NFKC of today's Unicode leaves a text of at most 1,023 bytes as it is. */
export function isNormalized(text: string): boolean {
  return isWithinBytes(text, MAX_BYTES) && text === text.normalize('NFKC');
}

/** @param text over and over a letter of {@link KINDS}, and how many more code points are so, in base 36 */
function readRuns(text: string): Uint8Array {
  const read = new Uint8Array(0x110000);
  let start = 0;
  for (const [, kind, more] of text.matchAll(/([A-Z])([\da-z]*)/g)) {
    const end = start + 1 + (more === '' ? 0 : parseInt(more!, 36));
    read.fill(KINDS.indexOf(kind!), start, end);
    start = end;
  }
  return read;
}
