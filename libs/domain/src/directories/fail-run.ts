import type { DirectoryRun } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';

const LONGEST_PAUSE_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 30_000;

/** Ends a run that the instance has claimed; the schedule waits twice as long after each failure but of dry runs. @throws RunLost */
export async function failRun(
  runs: DirectoryRuns,
  run: DirectoryRun,
  instance: string,
  message: string,
): Promise<void> {
  await runs.save({ ...run, status: 'failed', message }, instance);
  await runs.clear(run.id);
  if (run.dryRun) return;
  const { failingSince, failures } = await runs.state(run.directory);
  const now = await runs.now();
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
  await runs.putState(run.directory, {
    ...{ failingSince: failingSince ?? now, failures: failures + 1, message },
    nextAt: new Date(now.getTime() + pause),
  });
}
