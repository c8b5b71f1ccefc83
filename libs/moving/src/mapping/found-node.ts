import type { PepItemRow, PepNodeRow } from '../rows.js';

/** A node with its newest items, oldest first. */
export interface FoundNode {
  readonly row: PepNodeRow;
  readonly items: readonly PepItemRow[];
}
