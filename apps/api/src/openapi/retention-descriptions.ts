import {
  countedRuleDoc,
  retentionDraftDoc,
  retentionPatchDoc,
  retentionRuleDoc,
  retentionRulesDoc,
} from '@chat-admin/codecs/retention/retention.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import { HOLD_PATCH, HOLD_SAMPLES } from './hold-descriptions.js';

const rule = {
  id: 'Number of the rule; of a default its kind',
  kind: '`chat`: messages in archives of accounts; `room`: messages of chat rooms; `file`: files',
  subject: 'Whose: `user:`, `group:` or `room:` and a name; absent: a default',
  days: 'How many days they are kept; 0: for ever',
  acts: 'From when on things go by these days; absent: a default',
  created: 'When it was made',
  createdBy: 'Who made it',
};

/** Members of documents about retention, by the name of the schema. */
export const RETENTION_DESCRIPTIONS = {
  RetentionRule: rule,
  RetentionRules: { retentionRules: 'The rules' },
  CountedRetentionRule: {
    ...rule,
    due: 'Messages, or files, that are older, counted up to 100,000; of a change with `dryRun=true` alone',
  },
  RetentionDraft: rule,
};

const made = new Date('2026-11-22T08:00:00.000Z');
const shown = {
  ...{ id: '7', kind: 'chat', subject: 'group:Crew', days: 365 },
  ...{ acts: new Date('2026-11-23T08:00:00.000Z'), created: made, createdBy: 'boss' },
};

/** Documents about retention and holds, with what they show. */
export const RECORD_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [retentionDraftDoc, { kind: 'chat', subject: 'group:Crew', days: 365 }],
  [retentionRuleDoc, shown],
  [countedRuleDoc, { ...shown, due: 1234 }],
  [retentionRulesDoc, [{ id: 'chat', kind: 'chat', days: 0 }, shown]],
  ...HOLD_SAMPLES,
];

export const RECORD_PATCHES: [DescribableDocument, object][] = [
  [retentionPatchDoc, { days: 30 }],
  HOLD_PATCH,
];
