import { always, doc, instead, internal, listDoc, named, text } from '../../wire/schema.js';

const participantDoc = doc(
  'participant',
  { jid: always(text), userAddress: internal, role: always(text), affiliation: always(text) },
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
    role: always(text),
    affiliation: always(text),
  },
  { xmlOrder: ['affiliation', 'jid', 'role', 'userAddress'] },
);

/** What a caller decides of an occupant. Contract: extensions E6.2 */
export const occupantDraftDoc = doc('occupant', { role: text }, { unread: occupantDoc.fields });

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
