import type { Kind } from '../rows.js';

/** What is not here as it is there. */
export interface Difference {
  readonly kind: Kind;
  readonly name: string;
  /** member, or what is wrong in words */
  readonly field: string;
}
