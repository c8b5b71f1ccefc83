import { sourceOf } from '../users/managed-objects.js';
import type { DirectoryRun, DirectoryState } from './directory-run.js';
import type { DirectoryRuns, DirectoryStanding } from './directory-runs.js';
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

/** What an instance makes of what is known of a directory. */
export interface Condition extends Pick<DirectoryView, 'state' | 'message'> {
  /** whether it has another entry than the one that is followed */
  readonly leaves: boolean;
  /** whatever the state: the directory is not kept in step, as far as this instance sees */
  readonly isFailing: boolean;
}

export function conditionOf(
  standing: Omit<DirectoryStanding, 'directory' | 'lastSuccess'>,
  settings: Pick<DirectorySettings, 'digest'>,
): Condition {
  const { waits, paused, failingSince, message } = standing;
  const leaves = isOther(standing, settings);
  const isFailing = leaves || failingSince !== null;
  const working = isFailing ? 'failing' : 'ok';
  return {
    ...{ leaves, isFailing, message: leaves ? OTHER_ENTRY : message },
    state: waits !== null ? 'waiting' : paused ? 'off' : working,
  };
}

export async function directoryView(
  runs: DirectoryRuns,
  { name, kind, servers, logins, digest }: DirectorySettings,
): Promise<DirectoryView> {
  const current = await runs.state(name);
  const { paused, lastSuccess, lastFull, failingSince, nextAt } = current;
  const lastRun = await runs.last(name);
  const { people, groups } = await runs.managed(sourceOf(name));
  const isWaiting = lastRun?.status === 'waiting';
  const waits = isWaiting ? (lastRun.message ?? '') : null;
  const { state, message, leaves } = conditionOf({ ...current, waits }, { digest });
  return {
    ...{ name, kind, servers, logins, digest, paused, lastSuccess, lastFull, failingSince },
    ...{ state, lastRun, people, groups, message },
    nextRun: paused || isWaiting || leaves ? null : nextAt,
  };
}
