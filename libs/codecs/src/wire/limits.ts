import { TooManyParts } from './body-faults.js';

/** Levels of a document. */
export const MAX_DEPTH = 64;
/** Elements of an XML document and values of a JSON document. */
export const MAX_PARTS = 500_000;

/** How many entries a list may have, or all lists of a document that share it. Contract: extensions E10, I-9 */
export interface Limit {
  /** what they are, in the plural */
  readonly things: string;
  readonly most: number;
}

/** @throws TooManyParts */
export function requireAtMost({ things, most }: Limit, count: number): void {
  if (count > most) throw new TooManyParts(things, most);
}
