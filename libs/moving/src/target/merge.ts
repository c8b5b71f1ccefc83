import type { Parts } from './stage.js';

/** Rows that are written; only where something of them is here already they are written with what is done then, which takes twice as long. */
export interface Insert {
  readonly rows: string;
  readonly onConflict?: string;
}

/** How staged rows of a kind become rows here: statements of one transaction; rows that are refused stay out. */
export interface Merge {
  /** true for a staged row whose target is here; none where another one cannot be in the way. By an index, whatever statistics say */
  readonly isHere?: string;
  /** each installation has some, so to find one is a conflict only where it is to be kept; else it is noted, and comes back */
  readonly isThereAnyway?: true;
  readonly parts?: Parts;
  /** refuse what cannot be merged */
  readonly refuse: readonly string[];
  /** removes what a changed row no longer has; only needed where a target is here already */
  readonly clear?: readonly string[];
  readonly merge: readonly Insert[];
  /** the digest of what has been written, told by what is staged: it need not be read again where nothing was here before, and no trigger acts */
  readonly written?: { readonly joined?: string; readonly digest: string };
  /** removes the targets of `moving.gone` that may go */
  readonly remove: string | null;
  /** rows `n`, `code`, `text`: what of merged rows did not come along */
  readonly losses?: string;
}
