import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { OCCUPANT_ROLES } from '@chat-admin/domain/muc/rooms/occupant-management';
import type { Retraction } from '@chat-admin/domain/muc/history/retraction';
import type { RetractionResult } from '@chat-admin/domain/muc/history/room-history';
import type { FieldsOf } from '../../wire/fields-of.js';
import {
  always,
  date,
  doc,
  instead,
  integer,
  internal,
  list,
  listDoc,
  named,
  needed,
  text,
  within,
} from '../../wire/schema.js';

const role = always(within({ enum: OCCUPANT_ROLES }, text));
const affiliation = always(within({ enum: [...AFFILIATIONS, 'none'] }, text));

const participantDoc = doc(
  'participant',
  { jid: always(text), userAddress: internal, role, affiliation },
  { xmlOrder: ['affiliation', 'jid', 'role'] },
);

export const participantsDoc = listDoc('participants', participantDoc, {
  member: 'participants',
  former: instead('participant'),
});

const occupantDoc = doc(
  'occupant',
  {
    jid: always(text),
    userAddress: always(text),
    role,
    affiliation,
  },
  { xmlOrder: ['affiliation', 'jid', 'role', 'userAddress'] },
);

/** What a caller decides of an occupant. Contract: extensions E6.2 */
export const occupantDraftDoc = doc(
  'occupant',
  { role: needed(['PUT'], within({ enum: OCCUPANT_ROLES }, text)) },
  { unread: occupantDoc.fields },
);

export const occupantsDoc = listDoc('occupants', occupantDoc, {
  member: 'occupants',
  former: instead('occupant'),
});

const messageDoc = doc('message', {
  to: always(text),
  from: always(text),
  type: always(text),
  body: always(text),
  delayStamp: always(named('delay_stamp', text)),
  delayFrom: always(named('delay_from', text)),
});

/** The JSON member is singular. */
export const messagesDoc = listDoc('messages', messageDoc, { member: 'message' });

const tombstone = { retracted: date, retractedBy: text, reason: text };

/** With which of the fields messages that were taken back are listed. Contract: extensions E19 */
export const TOMBSTONE_FIELDS: readonly string[] = Object.keys(tombstone);

/** Which messages are taken back. */
export const retractionDoc = doc('retraction', {
  ids: list('id', text),
  sender: text,
  from: date,
  reason: text,
} satisfies FieldsOf<Retraction>);

export const retractionResultDoc = doc('retractionResult', {
  retracted: always(integer),
  unchanged: always(integer),
  missing: always(integer),
} satisfies FieldsOf<RetractionResult>);

/** For those who ask for it; what is only remembered has none. Contract: extensions E1.2 */
export const extraMessageFields = { id: text, ...tombstone };
