import { OUTCOMES, RUN_MODES, RUN_STATUSES } from '@chat-admin/domain/directories/directory-run';
import type { RunResult, RunView } from '@chat-admin/domain/directories/directory-run';
import type { LoginDraft } from '@chat-admin/domain/directories/directory-management';
import { DIRECTORY_KINDS, LOGIN_WAYS } from '@chat-admin/domain/directories/directory-settings';
import { DIRECTORY_STEPS, STEP_OUTCOMES } from '@chat-admin/domain/directories/directory-source';
import type { DirectoryStep } from '@chat-admin/domain/directories/directory-source';
import { DIRECTORY_STATES } from '@chat-admin/domain/directories/directory-view';
import type { DirectoryView } from '@chat-admin/domain/directories/directory-view';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  boolean,
  date,
  doc,
  integer,
  list,
  listDoc,
  secret,
  text,
  within,
} from '../wire/schema.js';

const count = always(integer);

/** A directory as it is shown. */
export type ShownDirectory = Omit<DirectoryView, 'lastRun'> & { readonly lastRun: string | null };

/** Contract: extensions E13.2 */
export const directoryDoc = doc('directory', {
  name: always(text),
  kind: always(within({ enum: DIRECTORY_KINDS }, text)),
  servers: list('server', text),
  logins: always(within({ enum: LOGIN_WAYS }, text)),
  paused: always(boolean),
  state: always(within({ enum: DIRECTORY_STATES }, text)),
  lastRun: text,
  lastSuccess: date,
  lastFull: date,
  nextRun: date,
  failingSince: date,
  people: count,
  groups: count,
  message: text,
  digest: always(text),
} satisfies FieldsOf<ShownDirectory>);

export const directoriesDoc = listDoc('directories', directoryDoc, { member: 'directories' });

/** What may be changed of a directory. */
export const directoryPatchDoc = doc('directory', { paused: boolean });

export const directoryRunDoc = doc('directoryRun', {
  id: always(text),
  directory: always(text),
  mode: always(within({ enum: RUN_MODES }, text)),
  dryRun: always(boolean),
  status: always(within({ enum: RUN_STATUSES }, text)),
  created: always(date),
  createdBy: always(text),
  started: date,
  finished: date,
  read: count,
  added: count,
  updated: count,
  renamed: count,
  locked: count,
  unlocked: count,
  removed: count,
  unchanged: count,
  failed: count,
  referrals: count,
  strangers: count,
  message: text,
} satisfies FieldsOf<RunView>);

export const directoryRunsDoc = listDoc('directoryRuns', directoryRunDoc, {
  member: 'directoryRuns',
});

export const runResultDoc = doc('runResult', {
  line: count,
  object: always(text),
  outcome: always(within({ enum: OUTCOMES }, text)),
  changed: list('field', text),
  exception: text,
  message: text,
} satisfies FieldsOf<RunResult>);

export const runResultsDoc = listDoc('runResults', runResultDoc, { member: 'runResults' });

/** A password to try. */
export const directoryTestDraftDoc = doc('test', {
  username: text,
  password: secret(text),
} satisfies FieldsOf<LoginDraft>);

/** Each step in its order. */
export const directoryTestDoc = listDoc(
  'directoryTest',
  doc('step', {
    name: always(within({ enum: DIRECTORY_STEPS }, text)),
    outcome: always(within({ enum: STEP_OUTCOMES }, text)),
    message: text,
    milliseconds: count,
  } satisfies FieldsOf<DirectoryStep>),
  { member: 'steps' },
);
