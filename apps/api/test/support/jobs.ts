import { until } from '@chat-admin/debian-programs/until';
import type { Reply, TestApi } from './test-api.js';

export type JobBody = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly status: string;
};

export interface JobSettings {
  readonly contentType?: string;
  readonly authorization?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export function uploadJob(
  api: TestApi,
  query: string,
  body: string | Uint8Array,
  { contentType = 'text/csv', authorization, headers }: JobSettings = {},
): Promise<Reply> {
  return api.send('POST', `/jobs?${query}`, {
    headers: { Accept: 'application/json', 'Content-Type': contentType, ...headers },
    body,
    authorization,
  });
}

export const jobIn = ({ text }: Reply) => JSON.parse(text) as JobBody;

export async function readJob(api: TestApi, id: string): Promise<JobBody> {
  return jobIn(await api.call('GET', `/jobs/${id}`, 'json'));
}

export function finished(api: TestApi, id: string): Promise<JobBody> {
  return until(
    `job ${id} is finished`,
    async () => {
      const job = await readJob(api, id);
      return !['queued', 'running'].includes(job.status) && job;
    },
    60_000,
  );
}

/** Uploads, and waits until all is done. */
export async function doJob(
  api: TestApi,
  query: string,
  body: string | Uint8Array,
  settings: JobSettings = {},
) {
  const reply = await uploadJob(api, query, body, settings);
  if (reply.status !== 202) throw new Error(`No job: ${reply.status} ${reply.text}`);
  const job = await finished(api, jobIn(reply).id);
  return { job, results: await resultsOf(api, job.id) };
}

/** As `[object, outcome, message]`, in the order of lines. */
export async function resultsOf(api: TestApi, id: string): Promise<unknown[][]> {
  const { text } = await api.call('GET', `/jobs/${id}/results`, 'json');
  const { jobResults } = JSON.parse(text) as {
    jobResults: { line: number; object?: string; outcome: string; message?: string }[];
  };
  expect(jobResults.map(({ line }) => line)).toEqual(jobResults.map((_, index) => index + 1));
  return jobResults.map(({ object, outcome, message }) =>
    message === undefined ? [object, outcome] : [object, outcome, message],
  );
}

/** With all that is kept of them. */
export const forgetJobs = (api: TestApi) =>
  api.database.sql('truncate job, job_batch, job_result, job_password, job_file, job_file_piece');
