import { PortableRefused } from '@chat-admin/portable/faults';
import { ROW_KINDS } from '@chat-admin/portable/ndjson/kinds';
import type { RowKind } from '@chat-admin/portable/ndjson/kinds';

/** Kinds separated by commas, in the order in which they need each other. @throws PortableRefused */
export function chosenKinds(only: string): readonly RowKind[] {
  const chosen = new Set(only.split(',').map((name) => name.trim()));
  for (const name of chosen) {
    if (ROW_KINDS.some((kind) => kind === name)) continue;
    throw new PortableRefused(`--only: ${name} is none of ${ROW_KINDS.join(', ')}`);
  }
  return ROW_KINDS.filter((kind) => chosen.has(kind));
}
