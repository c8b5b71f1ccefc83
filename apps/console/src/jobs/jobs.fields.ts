import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Job = components['schemas']['Job'];
export type JobResult = components['schemas']['JobResult'];

export const STATUSES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export const TYPES = [
  ...(['users', 'groups', 'memberships', 'affiliations', 'rooms'] as const),
  ...([
    'lockouts',
    'passwords',
    'messages',
    'sessions',
    'purge',
    'files',
    'person-export',
    'person-erase',
  ] as const),
];
export const OUTCOMES = ['created', 'updated', 'removed', 'unchanged', 'failed'] as const;

/** Every member of a job. */
export const jobFields = fieldTable('jobs').of<Job>({
  id: { kind: 'text', column: 'shown', width: 90 },
  type: { kind: 'choice', column: 'shown', width: 150, choices: TYPES },
  status: { kind: 'choice', column: 'shown', width: 260, choices: STATUSES },
  processed: { kind: 'number', column: 'shown', width: 150 },
  failed: { kind: 'number', column: 'shown', width: 130 },
  createdBy: { kind: 'text', column: 'shown' },
  created: { kind: 'time', column: 'shown', width: 140 },
  finished: { kind: 'time', column: 'hidden', width: 140 },
  dryRun: { kind: 'switch', column: 'hidden', width: 120 },
  succeeded: { kind: 'number', column: 'hidden', width: 120 },
  unchanged: { kind: 'number', column: 'hidden', width: 120 },
  lines: null, // with `processed`
  onExisting: null,
  started: null,
  passwords: null,
  message: null,
});

/** Every member of a result. */
export const resultFields = fieldTable('results').of<JobResult>({
  line: { kind: 'number', column: 'shown', width: 90 },
  outcome: { kind: 'choice', column: 'shown', width: 140, choices: OUTCOMES },
  object: { kind: 'text', column: 'shown' },
  message: { kind: 'text', column: 'shown' },
  detail: null, // with `message`
  exception: { kind: 'text', column: 'hidden' },
  warning: { kind: 'text', column: 'shown' },
});
