import { DomainError } from './domain-error.js';

/** How many entries a list may have, or all lists of a document that share it. Contract: extensions E10, I-9 */
export interface Limit {
  /** what they are, in the plural */
  readonly things: string;
  readonly most: number;
}

/** More of something than a body may have, or a document that it changes. */
export class TooManyParts extends DomainError<'too-many-entries'> {
  constructor({ things, most }: Limit) {
    super('too-many-entries', { things, limit: most, resource: null });
  }
}

/** @throws TooManyParts */
export function requireAtMost(limit: Limit, count: number): void {
  if (count > limit.most) throw new TooManyParts(limit);
}
