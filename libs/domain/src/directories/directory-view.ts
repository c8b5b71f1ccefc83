import { sourceOf } from '../users/managed-objects.js';
import type { DirectoryRun, DirectoryState } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import { isOther, OTHER_ENTRY } from './run-schedule.js';

export const DIRECTORY_STATES = ['ok', 'failing', 'waiting', 'off'] as const;

/** How a directory of the file is kept in step. Contract: extensions E13.2 */
export interface DirectoryView
  extends
    Pick<DirectorySettings, 'name' | 'kind' | 'servers' | 'logins' | 'digest'>,
    Pick<DirectoryState, 'paused' | 'lastSuccess' | 'lastFull' | 'failingSince' | 'message'> {
  readonly state: (typeof DIRECTORY_STATES)[number];
  /** the last run that has done anything, or is to do so */
  readonly lastRun: DirectoryRun | null;
  /** of the schedule; null while it is off or a run waits */
  readonly nextRun: Date | null;
  readonly people: number;
  readonly groups: number;
}

export async function directoryView(
  runs: DirectoryRuns,
  { name, kind, servers, logins, digest }: DirectorySettings,
): Promise<DirectoryView> {
  const current = await runs.state(name);
  const { paused, lastSuccess, lastFull, failingSince, message, nextAt } = current;
  const lastRun = await runs.last(name);
  const { people, groups } = await runs.managed(sourceOf(name));
  const isWaiting = lastRun?.status === 'waiting';
  const leaves = isOther(current, { digest });
  const working = failingSince === null && !leaves ? 'ok' : 'failing';
  return {
    ...{ name, kind, servers, logins, digest, paused, lastSuccess, lastFull, failingSince },
    state: isWaiting ? 'waiting' : paused ? 'off' : working,
    ...{ lastRun, people, groups, message: leaves ? OTHER_ENTRY : message },
    nextRun: paused || isWaiting || leaves ? null : nextAt,
  };
}
