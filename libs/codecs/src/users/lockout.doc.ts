import { MAX_REASON_LENGTH } from '@chat-admin/domain/users/lockout';
import type { Lockout } from '@chat-admin/domain/users/lockout';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, boolean, date, doc, listDoc, sentDate, text, within } from '../wire/schema.js';

const reason = within({ maxLength: MAX_REASON_LENGTH }, text);

/** Contract: extensions E6.1 */
export const lockoutDoc = doc('lockout', {
  username: always(text),
  reason,
  author: text,
  created: always(date),
  from: always(date),
  until: date,
  active: always(boolean),
} satisfies FieldsOf<Lockout>);

/** What a caller decides of a lockout. Contract: extensions E6.1 */
export const lockoutDraftDoc = doc(
  'lockout',
  { reason, from: sentDate, until: sentDate },
  { unread: lockoutDoc.fields },
);

export const lockoutsDoc = listDoc('lockouts', lockoutDoc, { member: 'lockouts' });
