import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { jobFields, OUTCOMES, resultFields, STATUSES, TYPES } from './jobs.fields';

/** No event tells how far a job is. */
const RUNNING_EVERY = 5;

export const jobList = list<'/jobs'>({
  key: 'jobs',
  path: '/jobs',
  rowKey: ({ id }) => id,
  rowName: ({ id }) => id,
  table: jobFields,
  search: { status: inAddress.oneOf(...STATUSES), type: inAddress.oneOf(...TYPES) },
  filters: {
    status: { kind: 'choice', choices: STATUSES },
    type: { kind: 'choice', choices: TYPES },
  },
  open: ({ id }) => ({ to: 'job', params: { id } }),
  events: ['job.finished'],
  every: RUNNING_EVERY,
});

export const resultList = list<'/jobs/{id}/results'>({
  key: 'jobResults',
  path: '/jobs/{id}/results',
  rowKey: ({ line }) => String(line),
  rowName: ({ line }) => String(line),
  table: resultFields,
  search: { outcome: inAddress.oneOf(...OUTCOMES) },
  filters: { outcome: { kind: 'choice', choices: OUTCOMES } },
  events: ['job.finished'],
  every: RUNNING_EVERY,
});
