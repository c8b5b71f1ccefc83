import { dataOf, pageOf, uploadJob } from '@chat-admin/client';
import type { Job } from '@chat-admin/client';
import { api } from '../api/client';
import { query } from '../api/query';
import { progressEvery } from './job-rules';

export type JobType = Job['type'];
export type { Job };

/** One line of a table, such as `{ group: 'Crew', jid: 'ola' }`. */
export type JobLine = Readonly<Record<string, unknown>>;

/** Several objects are one request: a job of a line each. @returns the job, which has not begun */
export const sendJob = (
  type: JobType,
  lines: readonly JobLine[],
  generatePasswords = false,
): Promise<Job> =>
  uploadJob(
    api,
    { type, onExisting: 'update', generatePasswords },
    { body: lines.map((line) => JSON.stringify(line)).join('\n'), type: 'application/x-ndjson' },
  );

/** A job with its progress. */
export const jobQuery = query({
  key: 'job',
  events: ['job.finished'],
  every: progressEvery,
  call: (call, id: string) => dataOf(api.GET('/jobs/{id}', { params: { path: { id } }, ...call })),
});

/** The first lines that failed, with the reasons. */
export const failedLinesQuery = query({
  key: 'failedLines',
  call: async (call, id: string) => {
    const path = { id };
    const page = await pageOf(api, '/jobs/{id}/results', {
      path,
      query: { outcome: 'failed' },
      ...call,
    });
    return page.entries;
  },
});
