import { randomUUID } from 'node:crypto';
import type { DirectoryRun } from '@chat-admin/domain/directories/directory-run';
import { PostgresDirectoryRuns } from '../src/directories/postgres-directory-runs.js';
import type { OpenDatabase } from './open-database.js';

/** That has claimed {@link begunRun}. */
export const RUN_INSTANCE = randomUUID();

/** A run of the directory `main`, and how it gets on. */
export async function begunRun({ db, streams }: OpenDatabase, dryRun: boolean) {
  const runs = new PostgresDirectoryRuns(db, streams);
  const asked = { directory: 'main', mode: 'full', dryRun, createdBy: 'boss' } as const;
  const { id } = (await runs.begin(asked))!;
  const run = (await runs.claim(id, RUN_INSTANCE))!;
  const save = (change: Partial<DirectoryRun>) => runs.save({ ...run, ...change }, RUN_INSTANCE);
  return { runs, run, save };
}
