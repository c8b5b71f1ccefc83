/** With the flag u, a pair is one character. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** A character that XML cannot hold. */
export const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const UNSHOWN = /[\p{C}\u2028\u2029]/gu;
const UNSHOWN_IN_LINES = /(?![\n\t])[\p{C}\u2028\u2029]/gu;

/** With U+FFFD in place of each half of a surrogate pair, which UTF-8 cannot write. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\u{fffd}');

/** The first characters (code points), {@link wellFormed}. The one way to shorten text that was sent. */
export function cut(text: string, most: number): string {
  // at most two units in UTF-16 per character, so no pair that is shown is halved
  const first = text.length > most ? [...text.slice(0, 2 * most)].slice(0, most).join('') : text;
  return wellFormed(first);
}

/** One line in which nothing is obeyed by a terminal or ends the line: as JSON escapes it. */
export const visible = (text: string): string => text.replace(UNSHOWN, escaped);

/** As {@link visible}, of text whose line ends and tabs are our own. */
export const visibleLines = (text: string): string => text.replace(UNSHOWN_IN_LINES, escaped);

/** One escape per unit of UTF-16, so that JSON means the same afterwards. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
