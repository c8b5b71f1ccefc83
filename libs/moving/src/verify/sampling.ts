import { hash } from 'node:crypto';
import type { KeyedKind } from '../entities/entities.js';
import { sortKey } from '../entities/sort-key.js';
import type { Target } from '../target/target.js';

/** How many things of a kind, or conversations, are looked into; all if there are no more. */
export const SAMPLES = 1_000;

/** Whether the thing with this key is looked into. */
export type IsSampled = (key: readonly string[]) => boolean;

/**
 * Chooses so many of what was merged: those with the smallest fingerprints, so the same ones with each pass. They are known before the
 * first one is read, so none has to be kept until the last has come.
 */
export async function sampledItems(
  kind: KeyedKind,
  target: Target,
  samples: number,
): Promise<IsSampled> {
  const items = await target.query<{ key: Buffer }>(
    'select key from moving.item where kind = $1 order by fingerprint, key limit $2',
    [kind, samples],
  );
  const chosen = new Set(items.map(({ key }) => key.toString('hex')));
  return (key) => chosen.has(sortKey(key).toString('hex'));
}

interface Sample<T> {
  readonly rank: string;
  readonly value: T;
}

/** Of what comes in any order so many, those whose keys have the smallest hashes. Twice as many are held at most. */
export class Samples<T> {
  private samples: Sample<T>[] = [];
  private limit = '~';

  constructor(private readonly most: number) {}

  /** @param value what is kept of it, which is to be small; asked for only if it may be one of them */
  remember(key: readonly string[], value: () => T): void {
    const rank = rankOf(JSON.stringify(key));
    if (rank >= this.limit) return;
    this.samples.push({ rank, value: value() });
    if (this.samples.length > 2 * this.most) this.cut();
  }

  get values(): readonly T[] {
    if (this.samples.length > this.most) this.cut();
    return this.samples.map(({ value }) => value);
  }

  private cut(): void {
    this.samples.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    this.samples.length = this.most;
    this.limit = this.samples.at(-1)?.rank ?? '';
  }
}

/** A moment as the chat server notes it. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Places of names that have nothing to do with what they are. */
export const rankOf = (name: string): string => hash('sha256', name);

/** What is kept of a text or value instead of it. */
export const digestOf = (text: string): string => hash('sha256', text);
