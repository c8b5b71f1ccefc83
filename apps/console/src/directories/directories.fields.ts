import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Directory = components['schemas']['Directory'];
export type Run = components['schemas']['DirectoryRun'];
export type Result = components['schemas']['RunResult'];

export const MODES = ['changes', 'full'] as const;
const STATUSES = [
  ...(['queued', 'reading', 'waiting', 'writing', 'done', 'failed', 'cancelled'] as const),
];
export const OUTCOMES = [
  ...(['created', 'updated', 'renamed', 'locked', 'unlocked', 'removed', 'failed'] as const),
];

/** Every member of a directory, which is shown in its order. */
export const directoryFields = fieldTable('directories').of<Directory>({
  kind: { kind: 'choice', choices: ['ad', 'openldap', 'other'] },
  servers: { kind: 'list' },
  logins: { kind: 'choice', choices: ['bind', 'chat', 'off'] },
  people: { kind: 'number' },
  groups: { kind: 'number' },
  lastSuccess: { kind: 'time' },
  lastFull: { kind: 'time' },
  nextRun: { kind: 'time' },
  failingSince: { kind: 'time' },
  message: { kind: 'text' },
  name: null, // the title
  state: null, // beside the title
  paused: null,
  lastRun: null,
  digest: null,
});

const count = { kind: 'number', column: 'hidden', width: 120 } as const;
const COUNTS = {
  ...{ read: count, added: count, updated: count, renamed: count, locked: count, unlocked: count },
  ...{ removed: count, unchanged: count, failed: count, strangers: count, referrals: count },
};

/** Every member of a run. */
export const runFields = fieldTable('directories').of<Run>({
  id: { kind: 'text', column: 'shown', width: 90 },
  status: { kind: 'choice', column: 'shown', width: 260, choices: STATUSES },
  message: { kind: 'text', column: 'shown' },
  mode: { kind: 'choice', column: 'shown', width: 130, choices: MODES },
  created: { kind: 'time', column: 'shown', width: 130 },
  createdBy: { kind: 'text', column: 'shown', width: 160 },
  started: { kind: 'time' },
  finished: { kind: 'time', column: 'hidden', width: 140 },
  ...COUNTS,
  dryRun: null, // beside the status
  directory: null,
});

const CHANGED = ['username', 'name', 'email', 'properties', 'description', 'members'] as const;

/** Every member of a result. */
export const resultFields = fieldTable('results').of<Result>({
  line: { kind: 'number', column: 'shown', width: 90 },
  outcome: { kind: 'choice', column: 'shown', width: 140, choices: OUTCOMES },
  object: { kind: 'text', column: 'shown' },
  changed: { kind: 'choices', column: 'shown', choices: CHANGED },
  message: { kind: 'text', column: 'shown' },
  exception: { kind: 'text', column: 'hidden' },
});
