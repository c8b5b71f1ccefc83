import { jobResultsOf, pageOf, uploadJob } from '@chat-admin/client';
import type { Job } from '@chat-admin/client';
import { api } from '../../shared/api/client';
import { lineRefusal } from '../../shared/api/errors';
import { query } from '../../shared/api/query';
import { compared } from '../../shared/jobs/pasted';
import { MOST_SHOWN } from './problem-rows';
import { linesOf, rowsWhere } from './work';
import type { Work } from './work';
import type { Rules } from './lines';

/** A job that was sent, and which rows its lines were. */
export interface Sent {
  readonly id: string;
  readonly isDryRun: boolean;
  readonly work: Work;
  readonly numbers: readonly number[];
}

/** Sends all rows as one job. */
export async function send(work: Work, rules: Rules, isDryRun: boolean): Promise<Sent> {
  const { body, numbers } = await linesOf(work, rules);
  const job: Job = await uploadJob(
    api,
    {
      type: 'users',
      onExisting: rules.existing,
      dryRun: isDryRun,
      generatePasswords: rules.passwords !== 'column',
    },
    { body, type: 'application/x-ndjson' },
  );
  return { id: job.id, isDryRun, work, numbers };
}

/** How many people a job has made, of those it has done something with. */
export const createdQuery = query({
  key: 'jobCreated',
  call: async (call, id: string) => {
    const page = await pageOf(api, '/jobs/{id}/results', {
      path: { id },
      query: { outcome: 'created', limit: 1, total: true },
      ...call,
    } as never);
    return page.total?.count ?? 0;
  },
});

/** The first lines that failed, by their numbers, with the reasons. */
export const failuresQuery = query({
  key: 'importFailures',
  call: async (call, id: string) => {
    const page = await pageOf(api, '/jobs/{id}/results', {
      path: { id },
      query: { outcome: 'failed', limit: MOST_SHOWN },
      ...call,
    });
    return page.entries;
  },
});

/** All that a job could not do, in few requests. */
const failuresOf = (id: string) => jobResultsOf(api, id, { outcome: 'failed', limit: 1_000 });

/** All rows that failed, by their numbers, with the reasons. */
export async function failedRows({ id, numbers }: Sent): Promise<ReadonlyMap<number, string>> {
  const failed = new Map<number, string>();
  for await (const result of failuresOf(id))
    failed.set(numbers[result.line - 1]!, lineRefusal(result).text);
  return failed;
}

/** The rows that failed as a table that can be imported, with a column of reasons. */
export async function failedTable(sent: Sent, reason: string) {
  const { header } = sent.work.table;
  const failed = await failedRows(sent);
  const rows = await rowsWhere(sent.work, ({ number }) => failed.has(number));
  return {
    header: [...header, reason],
    rows: rows.map(({ number, cells }) => [
      ...header.map((_, column) => cells[column] ?? ''),
      failed.get(number) ?? '',
    ]),
  };
}

/** User names of what a job could not do, as they are {@link compared}. */
export async function failedNames(id: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { object } of failuresOf(id)) {
    if (object) names.add(compared(decodeURIComponent(object.slice(object.lastIndexOf('/') + 1))));
  }
  return names;
}
