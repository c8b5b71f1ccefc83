import type { Kind } from '../rows.js';

/** What is not here as it is there. */
export interface Difference {
  readonly kind: Kind;
  readonly name: string;
  /** member, or what is wrong in words */
  readonly field: string;
}

/** What has come out for a growing kind. */
export interface LinesVerified {
  readonly differences: readonly Difference[];
  /** entries or conversations that were looked into */
  readonly samples: number;
}
