import { sourceOf } from '../users/managed-objects.js';
import type { DirectoryState } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';

export const OTHER_ENTRY =
  'Another entry of this directory is followed: make the files of all instances equal, or call "directory run" where the right one is';

/** The file of this instance says otherwise than the one that is followed. */
export class OtherEntry extends Error {
  constructor() {
    super(OTHER_ENTRY);
  }
}

/** Whether an instance with this entry leaves the directory to others. */
export const isOther = (
  { entry }: Pick<DirectoryState, 'entry'>,
  { digest }: Pick<DirectorySettings, 'digest'>,
): boolean => entry !== null && entry !== digest;

/**
 * The run of a directory that is to be carried out now: one that was asked for or interrupted, else one of the schedule, which this
 * begins when it is due. Contract: extensions E13.10
 * @param ageMs for how long the entry has been this one; null: it was compared with the one that is followed a moment ago
 * @returns its id; null: there is none, or it waits
 * @throws OtherEntry
 */
export async function dueRun(
  runs: DirectoryRuns,
  settings: Pick<DirectorySettings, 'name' | 'fullMs' | 'digest'>,
  ageMs: number | null,
): Promise<string | null> {
  const { name, fullMs } = settings;
  const { paused, nextAt, lastFull } = await followed(runs, settings, ageMs);
  const last = await runs.last(name);
  if (last?.finished === null) return last.status === 'waiting' ? null : last.id;
  if (paused) return null;
  const now = (await runs.now()).getTime();
  if (nextAt !== null && nextAt.getTime() > now) return null;
  const isFull = lastFull === null || now - lastFull.getTime() >= fullMs;
  const begun = await runs.begin({
    ...{ directory: name, mode: isFull ? 'full' : 'changes', dryRun: false },
    createdBy: sourceOf(name),
  });
  return begun?.id ?? null;
}

async function followed(
  runs: DirectoryRuns,
  settings: Pick<DirectorySettings, 'name' | 'digest'>,
  ageMs: number | null,
): Promise<DirectoryState> {
  const { name, digest } = settings;
  let state = await runs.state(name);
  if (ageMs !== null && state.entry === digest) await runs.keepEntry(name, digest);
  else if (ageMs !== null) {
    await runs.follow(name, digest, ageMs);
    state = await runs.state(name);
  }
  if (isOther(state, settings)) throw new OtherEntry();
  return state;
}
