import { sourceOf } from '../users/managed-objects.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';

/**
 * The run of a directory that is to be carried out now: one that was asked for or interrupted, else one of the schedule, which this
 * begins when it is due. Contract: extensions E13.4
 * @param atOnce whether the schedule does not count, since the entry of the file is another one
 * @returns its id; null: there is none, or it waits
 */
export async function dueRun(
  runs: DirectoryRuns,
  { name, fullMs }: Pick<DirectorySettings, 'name' | 'fullMs'>,
  atOnce: boolean,
): Promise<string | null> {
  const last = await runs.last(name);
  if (last?.finished === null) return last.status === 'waiting' ? null : last.id;
  const { paused, nextAt, lastFull } = await runs.state(name);
  if (paused) return null;
  const now = (await runs.now()).getTime();
  if (!atOnce && nextAt !== null && nextAt.getTime() > now) return null;
  const isFull = lastFull === null || now - lastFull.getTime() >= fullMs;
  const begun = await runs.begin({
    ...{ directory: name, mode: isFull ? 'full' : 'changes', dryRun: false },
    createdBy: sourceOf(name),
  });
  return begun?.id ?? null;
}
