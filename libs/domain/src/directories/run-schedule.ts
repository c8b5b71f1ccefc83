import { sourceOf } from '../users/managed-objects.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';

/**
 * The run of a directory that is to be carried out now: one that was asked for or interrupted, else one of the schedule, which this
 * begins when it is due. Contract: extensions E13.10
 * @param isChanged whether the entry of the file is another one, for which no schedule counts until a run has followed it
 * @returns its id; null: there is none, or it waits
 */
export async function dueRun(
  runs: DirectoryRuns,
  { name, fullMs, digest }: Pick<DirectorySettings, 'name' | 'fullMs' | 'digest'>,
  isChanged: boolean,
): Promise<string | null> {
  const last = await runs.last(name);
  if (last?.finished === null) return last.status === 'waiting' ? null : last.id;
  const { paused, nextAt, lastFull, digest: done } = await runs.state(name);
  if (paused) return null;
  const now = (await runs.now()).getTime();
  // another instance may have been faster
  const isNew = isChanged && done !== digest;
  if (!isNew && nextAt !== null && nextAt.getTime() > now) return null;
  const isFull = lastFull === null || now - lastFull.getTime() >= fullMs;
  const begun = await runs.begin({
    ...{ directory: name, mode: isFull ? 'full' : 'changes', dryRun: false },
    createdBy: sourceOf(name),
  });
  return begun?.id ?? null;
}
