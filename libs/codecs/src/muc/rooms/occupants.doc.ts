import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { OCCUPANT_ROLES } from '@chat-admin/domain/muc/rooms/occupant-management';
import {
  always,
  doc,
  instead,
  internal,
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

/** For those who ask for it; what is only remembered has none. Contract: extensions E1.2 */
export const extraMessageFields = { id: text };
