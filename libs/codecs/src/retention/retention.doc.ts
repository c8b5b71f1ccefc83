import { MOST_DAYS, RETENTION_KINDS } from '@chat-admin/domain/retention/retention-rule';
import type { CountedRule, RetentionRule } from '@chat-admin/domain/retention/retention-rule';
import { LOCALPART_PATTERN } from '@chat-admin/domain/shared/jid';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, date, doc, integer, listDoc, needed, text, within } from '../wire/schema.js';

const kind = within({ enum: RETENTION_KINDS, title: 'RetentionKind' }, text);
const LOCALPART = LOCALPART_PATTERN.slice(1, -1);
const subject = within(
  { pattern: `^(?:room:${LOCALPART}@[a-z0-9-]+|user:${LOCALPART}|group:.+)$` },
  text,
);
const days = always(needed(['POST'], within({ minimum: 0, maximum: MOST_DAYS }, integer)));

/** Contract: extensions E18.1 */
export const retentionRuleDoc = doc('retentionRule', {
  id: always(text),
  kind: always(kind),
  subject,
  days,
  acts: date,
  created: date,
  createdBy: text,
} satisfies FieldsOf<RetentionRule>);

export const retentionRulesDoc = listDoc('retentionRules', retentionRuleDoc, {
  member: 'retentionRules',
});

/** A rule with what would go by it, where that is counted. */
export const countedRuleDoc = doc('retentionRule', {
  ...retentionRuleDoc.fields,
  due: integer,
} satisfies FieldsOf<CountedRule>);

/** What a caller decides of a new rule. */
export const retentionDraftDoc = doc(
  'retentionRule',
  { kind: always(needed(['POST'], kind)), subject: needed(['POST'], subject), days },
  { unread: countedRuleDoc.fields },
);

/** What may be changed of a rule. */
export const retentionPatchDoc = doc('retentionRule', { days });
