/** What a run would take from one kind of things that are managed already. */
export interface Taken {
  readonly kind: 'people' | 'groups' | 'memberships';
  /** how many of them there are */
  readonly of: number;
  readonly locked: number;
  readonly removed: number;
  readonly renamed: number;
}

const PART =
  /(?:lock (\d+), )?remove (\d+)(?:, rename (\d+))? of (\d+) (people|groups|memberships)/g;

/** Why a run waits, or a dry run would; empty: the message says something else. Contract: extensions E13.10 */
export function takenBy(message: string | undefined): readonly Taken[] {
  if (!message?.startsWith('Would ')) return [];
  return [...message.matchAll(PART)].map(([, locked, removed, renamed, of, kind]) => ({
    kind: kind as Taken['kind'],
    of: Number(of),
    ...{ locked: Number(locked ?? 0), removed: Number(removed), renamed: Number(renamed ?? 0) },
  }));
}

/** What has to be typed before it is carried out: how many people it would take, else groups, else memberships. */
export function numberOf(taken: readonly Taken[]): number {
  const numbers = taken.map(({ locked, removed, renamed }) => locked + removed + renamed);
  return numbers.find((number) => number > 0) ?? 0;
}
