import { HOLD_STATUSES, MOST_HOLD_TEXT } from '@chat-admin/domain/holds/hold';
import type { CountedHold, Hold } from '@chat-admin/domain/holds/hold';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  date,
  doc,
  integer,
  list,
  listDoc,
  needed,
  sentDate,
  text,
  within,
} from '../wire/schema.js';

const short = needed(['POST'], within({ maxLength: MOST_HOLD_TEXT }, text));
const names = { persons: list('person', text), rooms: list('room', text) };

/** Contract: extensions E18.2 */
export const holdDoc = doc('hold', {
  id: always(text),
  name: always(text),
  reason: always(text),
  ...names,
  from: date,
  until: date,
  status: always(within({ enum: HOLD_STATUSES, title: 'HoldStatus' }, text)),
  created: always(date),
  createdBy: always(text),
  released: date,
  releasedBy: text,
} satisfies FieldsOf<Hold>);

export const holdsDoc = listDoc('holds', holdDoc, { member: 'holds' });

/** A hold with how many copies it keeps. */
export const countedHoldDoc = doc('hold', {
  ...holdDoc.fields,
  kept: always(integer),
} satisfies FieldsOf<CountedHold>);

/** What a caller decides of a new hold. */
export const holdDraftDoc = doc(
  'hold',
  { name: short, reason: short, ...names, from: sentDate, until: sentDate },
  { unread: countedHoldDoc.fields },
);

/** What may be changed of a hold. */
export const holdPatchDoc = doc('hold', {
  name: within({ maxLength: MOST_HOLD_TEXT }, text),
  reason: within({ maxLength: MOST_HOLD_TEXT }, text),
  ...names,
  until: sentDate,
});
