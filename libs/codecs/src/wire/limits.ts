import { TooManyParts } from './body-faults.js';
import type { BoundField } from './fields.js';

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

type Check = (value: Readonly<Record<string, unknown>>) => void;

/** What looks whether the lists of a value are within their limits; `null` where there are none. */
export function limitsOf(fields: readonly BoundField[]): Check | null {
  const limited = new Map<Limit, string[]>();
  for (const { property, field } of fields) {
    if (field.kind !== 'list' || field.limit === null) continue;
    limited.set(field.limit, [...(limited.get(field.limit) ?? []), property]);
  }
  if (limited.size === 0) return null;
  return (value) => {
    for (const [limit, properties] of limited) {
      let count = 0;
      for (const property of properties) {
        const list = value[property];
        if (Array.isArray(list)) count += list.length;
      }
      requireAtMost(limit, count);
    }
  };
}
