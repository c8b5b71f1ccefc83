import type { MappingContext } from '../mapping/context.js';
import type { GrowingKind, Kind, RowsByKind } from '../rows.js';
import type { Target } from '../target/target.js';

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
  /** rows that were read; of the archive, in how many archives they belong */
  readonly source: number;
  /** rows that were counted here */
  readonly here: number;
  readonly reported: number;
  /** entries or conversations that were looked into */
  readonly samples: number;
}

export interface LinesOptions {
  /** how many entries or conversations are looked into */
  readonly samples: number;
  /** between statements. @throws ImportStopped */
  readonly checkpoint: (() => void) | undefined;
}

export type LinesVerifier<K extends GrowingKind> = (
  rows: AsyncIterable<RowsByKind[K]>,
  target: Target,
  context: MappingContext,
  options: LinesOptions,
) => Promise<LinesVerified>;
