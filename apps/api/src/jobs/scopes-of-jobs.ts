import { JOB_TYPES, rulesOf } from '@chat-admin/domain/jobs/job-types';
import type { JobTypeRules } from '@chat-admin/domain/jobs/job-types';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';

const RULES: readonly JobTypeRules[] = JOB_TYPES.map(rulesOf);

const ofType = (scope: (rules: JobTypeRules) => JobTypeRules['read']) =>
  `the scope of its type, one of ${quoted(RULES.map(scope))}`;

const ofColumns = RULES.flatMap(({ columns = {} }) => Object.entries(columns)).map(
  ([column, scope]) => `${quoted([scope])} with \`${column}\``,
);

export const toReadJobs: AlsoNeeded = { says: ofType(({ read }) => read) };
export const toChangeJobs: AlsoNeeded = { says: ofType(({ write }) => write) };
export const toMakeJobs: AlsoNeeded = { says: [toChangeJobs.says, ...ofColumns].join('; ') };
