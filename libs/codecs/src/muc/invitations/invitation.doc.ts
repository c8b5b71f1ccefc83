import type { BodyReader } from '../../wire/read-body.js';
import { alsoRead, doc, list, text, within, type Value } from '../../wire/schema.js';

const invitationDoc = doc('mucInvitation', {
  reason: text,
  jidsToInvite: alsoRead(
    ['jids', 'jid'],
    list('jid', within({ format: 'jid' }, text), {
      limit: { things: 'invitations', most: 10_000 },
    }),
  ),
});

/** Both XML root elements are equivalent. Contract: muc-and-legacy 9.2 */
export const invitationBody: BodyReader<Value<typeof invitationDoc>> = {
  ...invitationDoc,
  xmlRoots: new Map([
    ...invitationDoc.xmlRoots,
    ['mucInvitations', invitationDoc.parts.xmlPlan] as const,
  ]),
};
