import type { Told } from './reader.js';
import type { Change } from './writer.js';

const keyOf = ({ type, object }: Pick<Told, 'type' | 'object'>) => `${type} ${object}`;

/** What a reader, or the receiver of a webhook, was told wrongly. @param kept all events, by id */
export function faultsOf(
  who: string,
  told: readonly Pick<Told, 'id' | 'type' | 'object'>[],
  kept: readonly Pick<Told, 'id' | 'type' | 'object'>[],
): readonly string[] {
  const faults: string[] = [];
  const unordered = told.findIndex(({ id }, at) => at > 0 && id <= told[at - 1]!.id);
  if (unordered >= 0) faults.push(`${who}: ${told[unordered]!.id} came after a later one`);
  const byId = new Map(told.map((one) => [one.id, keyOf(one)]));
  const missed = kept.filter((one) => byId.get(one.id) !== keyOf(one));
  if (missed.length > 0) {
    faults.push(`${who}: ${missed.length} events missed or different, such as ${missed[0]!.id}`);
  }
  if (byId.size > kept.length) faults.push(`${who}: was told what is not kept`);
  return faults;
}

/** What was acknowledged and never told. */
export function untold(
  changes: readonly Change[],
  kept: readonly Pick<Told, 'type' | 'object'>[],
): readonly string[] {
  const known = new Set(kept.map(keyOf));
  const missing = changes.filter((change) => !known.has(keyOf(change)));
  return missing.length === 0
    ? []
    : [`${missing.length} changes were never told, such as ${keyOf(missing[0]!)}`];
}

/** From the answer to the writer until a reader was told, in order; `null`: an event of which nobody waits. */
export function delays(changes: readonly Change[], told: readonly Told[]): readonly number[] {
  const done = new Map(changes.map((change) => [keyOf(change), change.doneMs]));
  return told
    .flatMap((one) => {
      const doneMs = done.get(keyOf(one));
      return doneMs === undefined ? [] : [Math.max(0, one.atMs - doneMs)];
    })
    .sort((a, b) => a - b);
}
