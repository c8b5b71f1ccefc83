import { PortableRefused } from '@chat-admin/portable/faults';
import type { RowKind } from '@chat-admin/portable/ndjson/kinds';

/**
 * Kinds separated by commas.
 * @param kinds that there are, in the order in which they need each other
 * @throws PortableRefused
 */
export function chosenKinds<Kind extends RowKind>(
  only: string,
  kinds: readonly Kind[],
): readonly Kind[] {
  const chosen = new Set(only.split(',').map((name) => name.trim()));
  for (const name of chosen) {
    if (kinds.some((kind) => kind === name)) continue;
    throw new PortableRefused(`--only: ${name} is none of ${kinds.join(', ')}`);
  }
  return kinds.filter((kind) => chosen.has(kind));
}
