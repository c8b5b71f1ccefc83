const SHOWN_CHARACTERS = 100;

/** A value as messages quote it. Contract: core 1.7 */
export function shownValue(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  // at most two UTF-16 units per character, so no visible surrogate pair is split
  return [...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join('');
}
