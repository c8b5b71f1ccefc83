import { cut } from './texts.js';

const SHOWN_CHARACTERS = 100;

/** A value as messages quote it. Contract: core 1.7 */
export const shownValue = (text: string): string => cut(text, SHOWN_CHARACTERS);

const SHOWN_NAMES = 10;

/** The first of some names as a `detail` lists them. */
export function shownList(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  return (
    names.slice(0, SHOWN_NAMES).map(shownValue).join(', ') + (more > 0 ? ` and ${more} more` : '')
  );
}
