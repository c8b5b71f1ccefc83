import type { Job, JobResult, LineOutcome } from '@chat-admin/domain/jobs/job';
import type { JobFilter } from '@chat-admin/domain/jobs/job-repository';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { byNumber } from '../database/numbered-list.js';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import { SHOWN_JOB, SHOWN_STATUSES } from './job-statements.js';

const JOBS: ListSource = {
  select: SHOWN_JOB,
  from: 'job',
  key: 'job.id',
  keyType: 'bigint',
  sorts: { key: { expression: 'job.id', kind: 'text' } },
};

const RESULTS: ListSource = {
  select: 'line, object, outcome, exception, message, detail, warning',
  from: 'job_result',
  key: 'line',
  keyType: 'bigint',
  sorts: { key: { expression: 'line', kind: 'text' } },
};

/** Newest first. */
export function jobList(streams: RowStreams, { status, type }: JobFilter): OrderedList<Job> {
  const conditions = new Conditions().scope(() => `status in ${SHOWN_STATUSES}`);
  if (status !== null) conditions.add((wanted) => `status = ${wanted}`, status);
  if (type !== null) conditions.add((wanted) => `type = ${wanted}`, type);
  return byNumber<Job>(streams, JOBS, conditions, { descending: true });
}

/** By line. */
export function resultList(
  streams: RowStreams,
  job: string,
  outcome: LineOutcome | null,
): OrderedList<JobResult> {
  const conditions = new Conditions().scope((id) => `job_id = ${id}`, job);
  if (outcome !== null) conditions.add((wanted) => `outcome = ${wanted}`, outcome);
  return byNumber<JobResult>(streams, RESULTS, conditions, { descending: false });
}
