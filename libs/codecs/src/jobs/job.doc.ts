import { JOB_STATUSES, LINE_OUTCOMES, ON_EXISTING } from '@chat-admin/domain/jobs/job';
import type { Job, JobResult } from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, boolean, date, doc, integer, listDoc, text, within } from '../wire/schema.js';

const count = always(integer);

/** Contract: extensions E7.2 */
export const jobDoc = doc('job', {
  id: always(text),
  type: always(within({ enum: JOB_TYPES }, text)),
  status: always(within({ enum: JOB_STATUSES }, text)),
  dryRun: always(boolean),
  onExisting: always(within({ enum: ON_EXISTING }, text)),
  created: always(date),
  createdBy: always(text),
  started: date,
  finished: date,
  lines: count,
  processed: count,
  succeeded: count,
  unchanged: count,
  failed: count,
  passwords: always(boolean),
  message: text,
} satisfies FieldsOf<Job>);

export const jobsDoc = listDoc('jobs', jobDoc, { member: 'jobs' });

export const jobResultDoc = doc('jobResult', {
  line: count,
  object: text,
  outcome: always(within({ enum: LINE_OUTCOMES }, text)),
  exception: text,
  message: text,
  detail: text,
  warning: text,
} satisfies FieldsOf<JobResult>);

export const jobResultsDoc = listDoc('jobResults', jobResultDoc, { member: 'jobResults' });
