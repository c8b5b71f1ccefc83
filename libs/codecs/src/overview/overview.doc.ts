import { OVERVIEW_PART_NAMES } from '@chat-admin/domain/overview/overview';
import type { OverviewPart } from '@chat-admin/domain/overview/overview';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  boolean,
  doc,
  integer,
  list,
  listDoc,
  named,
  text,
  within,
} from '../wire/schema.js';

const partDoc = doc('part', {
  name: always(within({ enum: OVERVIEW_PART_NAMES }, text)),
  count: always(integer),
  isLimited: always(named('limited', boolean)),
  examples: list('example', text, { optional: true }),
} satisfies FieldsOf<OverviewPart>);

/** Contract: extensions E12, X-12 */
export const overviewDoc = listDoc('overview', partDoc, { member: 'parts' });
