import {
  directoriesDoc,
  directoryDoc,
  directoryPatchDoc,
  directoryRunDoc,
  directoryRunsDoc,
  directoryTestDoc,
  directoryTestDraftDoc,
  runResultsDoc,
} from '@chat-admin/codecs/directories/directory.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

/** Members of documents about directories, by the name of the schema. */
export const DIRECTORY_DESCRIPTIONS = {
  Directory: {
    name: 'As the file calls it',
    kind: 'Of which kind it is',
    servers: 'Addresses, in the order in which they are tried',
    logins: 'Where passwords are tried',
    paused: 'Whether only runs take place that somebody asks for',
    state: 'Whether it is kept in step, fails, waits to be confirmed, or is paused',
    lastRun: 'Number of the last run that has done something',
    lastSuccess: 'When a run last came to its end',
    lastFull: 'When everything was last read',
    nextRun: 'When the next run is due',
    failingSince: 'Since when runs fail; absent: they do not',
    people: 'How many people it manages here',
    groups: 'How many groups it manages here',
    message: 'Why the last run failed',
    digest: 'SHA-256 of its entry in the file',
  },
  Directories: { directories: 'The directories' },
  DirectoryRun: {
    id: 'Number of the run',
    directory: 'Name of the directory',
    mode: 'Whether it reads everything, or what has changed',
    dryRun: 'Whether it only shows what it would do',
    status: 'How far it is',
    created: 'When it was asked for',
    createdBy: 'Who asked for it; `directory:` and the name: the schedule',
    started: 'When it began',
    finished: 'When it ended; absent: it has not',
    read: 'Entries that were read',
    added: 'Users and groups that were created',
    updated: 'Users and groups that were changed otherwise',
    renamed: 'Users and groups that got another name',
    locked: 'Users who were locked out',
    unlocked: 'Users whose lockout was ended',
    removed: 'Users and groups that were deleted',
    unchanged: 'Entries that needed nothing',
    failed: 'Entries that could not be carried out',
    referrals: 'Referrals to other directories, which are not followed',
    strangers: 'Members of groups who are none of its people, and were left out',
    message: 'Why it waits, or has failed',
  },
  DirectoryRuns: { directoryRuns: 'The runs' },
  RunResult: {
    line: 'Number of the line',
    object: 'Address of the user or group, below the root of the API',
    outcome: 'What has become of it',
    changed: 'Fields that differ',
    exception: 'Why it failed, as errors call it',
    message: 'Why it failed, or the former name',
  },
  RunResults: { runResults: 'The results' },
  Test: { username: 'Name of the person as the directory has it', password: 'Tried once' },
  DirectoryTest: { steps: 'The steps, in their order' },
  Step: {
    name: 'What was tried',
    outcome: 'Whether it worked',
    message: 'What was found, or why it failed',
    milliseconds: 'How long it took',
  },
};

const created = new Date('2026-11-22T08:00:00.000Z');
const directory = {
  ...{ name: 'main', kind: 'ad', servers: ['ldaps://dc1.example.org'], logins: 'off' },
  ...{ paused: false, state: 'ok', lastRun: '42', lastSuccess: created, people: 3000 },
  ...{ groups: 140, digest: '9f86d081884c7d65'.repeat(4) },
};
const run = {
  ...{ id: '42', directory: 'main', mode: 'changes', dryRun: false, status: 'done', created },
  ...{ createdBy: 'directory:main', started: created, finished: created, read: 3, added: 1 },
  ...{ updated: 1, renamed: 0, locked: 0, unlocked: 0, removed: 0, unchanged: 1, failed: 0 },
  ...{ referrals: 0, strangers: 0 },
};

/** Documents about directories, with what they show. */
export const DIRECTORY_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [directoryDoc, directory],
  [directoriesDoc, [directory]],
  [directoryRunDoc, run],
  [directoryRunsDoc, [run]],
  [runResultsDoc, [{ line: 1, object: '/users/ola', outcome: 'updated', changed: ['email'] }]],
  [directoryTestDraftDoc, { username: 'ola', password: 'correct horse' }],
  [
    directoryTestDoc,
    [{ name: 'people', outcome: 'ok', message: '3000 people', milliseconds: 412 }],
  ],
];

export const DIRECTORY_PATCH: [DescribableDocument, object] = [directoryPatchDoc, { paused: true }];
