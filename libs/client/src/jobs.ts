import type { ChatAdminClient } from './client.js';
import { dataOf } from './client.js';
import type { components, paths } from './description.js';
import { entriesOf } from './pages.js';

export type Job = components['schemas']['Job'];
export type JobResult = components['schemas']['JobResult'];
type UploadQuery = NonNullable<paths['/jobs']['post']['parameters']['query']>;
type ResultQuery = NonNullable<paths['/jobs/{id}/results']['get']['parameters']['query']>;

/** A table with its media type. A `Blob` of a file (`openAsBlob` of Node) is read while it is sent. */
export interface JobTable {
  readonly body: string | Blob;
  readonly type: 'text/csv' | `text/csv; charset=${string}` | 'application/x-ndjson';
}

/** Uploads a table, of which each line is to be done. @returns the job, which has not begun */
export function uploadJob(
  client: ChatAdminClient,
  query: UploadQuery,
  { body, type }: JobTable,
): Promise<Job> {
  const options = {
    params: { query },
    headers: { 'Content-Type': type },
    body: body as never,
    bodySerializer: (sent: never) => sent,
  };
  return dataOf<Job>(client.POST('/jobs', options as never) as Promise<{ data?: Job }>);
}

/**
 * Waits until a job is done, cancelled or failed.
 * @param options.everyMs how often it asks, by default each second
 * @param options.onProgress told each time
 */
export async function finishedJob(
  client: ChatAdminClient,
  id: string,
  options: { readonly everyMs?: number; readonly onProgress?: (job: Job) => void } = {},
): Promise<Job> {
  const { everyMs = 1000, onProgress = () => undefined } = options;
  for (;;) {
    const job = await dataOf(client.GET('/jobs/{id}', { params: { path: { id } } }));
    onProgress(job);
    if (job.status !== 'queued' && job.status !== 'running') return job;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** What has become of the lines of a job, page by page. */
export function jobResultsOf(
  client: ChatAdminClient,
  id: string,
  query: ResultQuery = {},
): AsyncGenerator<JobResult> {
  return entriesOf(client, '/jobs/{id}/results', { path: { id }, query });
}

/**
 * The file that a finished job has made, which only its maker may fetch, and not for long. It comes as it is read.
 */
export async function fileOf(
  client: ChatAdminClient,
  id: string,
): Promise<ReadableStream<Uint8Array>> {
  const request = { params: { path: { id } }, parseAs: 'stream' as const };
  return (await dataOf(
    client.POST('/jobs/{id}/file', request) as Promise<{ data?: unknown }>,
  )) as ReadableStream<Uint8Array>;
}

export interface GeneratedPassword {
  readonly username: string;
  readonly password: string;
}

/** The passwords that a finished job has generated, which only its maker may fetch, and not for long. */
export async function generatedPasswordsOf(
  client: ChatAdminClient,
  id: string,
): Promise<readonly GeneratedPassword[]> {
  const request = {
    params: { path: { id } },
    headers: { Accept: 'application/x-ndjson, application/json;q=0.5' },
    parseAs: 'text' as const,
  };
  const { data } = await client.POST('/jobs/{id}/passwords', request);
  const lines = String(data ?? '').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GeneratedPassword);
}
