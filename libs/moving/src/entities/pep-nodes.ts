import { MOST_ITEMS } from '../mapping/pep.js';
import type { FoundNode } from '../mapping/found-node.js';
import type { PepItemRow, PepRow } from '../rows.js';

/** Nodes with the newest of the items that follow them. */
export async function* nodes(rows: AsyncIterable<PepRow>): AsyncIterable<FoundNode> {
  let found: { row: FoundNode['row']; items: PepItemRow[] } | null = null;
  for await (const row of rows) {
    if (row.type === 'node') {
      if (found !== null) yield found;
      found = { row, items: [] };
    } else if (found !== null) {
      found.items.push(row);
      if (found.items.length > MOST_ITEMS) found.items.shift();
    }
  }
  if (found !== null) yield found;
}
