import { hash } from 'node:crypto';
import type { GrowingKind } from '../rows.js';
import type { Source } from '../source.js';

/** How many things of a kind, or conversations, are looked into. */
export const SAMPLES = 1_000;

/** How many parts the space of hashes is divided into. */
const PARTS = 2 ** 48;
const DIGITS = 12;

/** Whether the thing with this key is looked into. */
export type IsSampled = (key: readonly string[]) => boolean;

/**
 * Chooses about {@link SAMPLES} of `count` things, all if there are no more: those whose keys have small hashes, so the same ones with
 * each pass. Each is chosen by itself, so none has to be kept until the last has come.
 */
export function sampling(count: number): IsSampled {
  if (count <= SAMPLES) return () => true;
  const below = (PARTS * SAMPLES) / count;
  return (key) => parseInt(hash('sha256', JSON.stringify(key)).slice(0, DIGITS), 16) < below;
}

export async function samplingOf(source: Source, kind: GrowingKind): Promise<IsSampled> {
  return sampling(source.facts.kinds.has(kind) ? (await source.count(kind)).rows : 0);
}
