import { doc, instead, internal, listDoc, named, text } from '../../wire/schema.js';

const participantDoc = doc(
  'participant',
  { jid: text, userAddress: internal, role: text, affiliation: text },
  { xmlOrder: ['affiliation', 'jid', 'role'] },
);

export const participantsDoc = listDoc('participants', participantDoc, {
  member: 'participants',
  former: instead('participant'),
});

const occupantDoc = doc(
  'occupant',
  { jid: text, userAddress: text, role: text, affiliation: text },
  { xmlOrder: ['affiliation', 'jid', 'role', 'userAddress'] },
);

export const occupantsDoc = listDoc('occupants', occupantDoc, {
  member: 'occupants',
  former: instead('occupant'),
});

const messageDoc = doc('message', {
  to: text,
  from: text,
  type: text,
  body: text,
  delayStamp: named('delay_stamp', text),
  delayFrom: named('delay_from', text),
});

/** The JSON member is singular. */
export const messagesDoc = listDoc('messages', messageDoc, { member: 'message' });
