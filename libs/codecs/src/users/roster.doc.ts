import {
  alsoRead,
  always,
  doc,
  formerlyText,
  integer,
  internal,
  jid,
  list,
  listDoc,
  named,
  namedInteger,
  needed,
  text,
  within,
} from '../wire/schema.js';

const RANGE = { minimum: -1, maximum: 3 };
/** A subscription or -1 (remove); the domain validates the number. */
const subscription = formerlyText(namedInteger(['remove', 'none', 'to', 'from', 'both'], -1));

export const rosterItemDoc = doc('rosterItem', {
  jid: always(needed(['POST'], jid)),
  nickname: alsoRead(['name'], text),
  subscription: always(
    named('subscriptionType', alsoRead(['subscription'], within(RANGE, subscription))),
  ),
  groups: list('group', text, {
    limit: { things: 'groups', most: 1000 },
    formerlyWrapped: true,
  }),
  stored: internal,
  sharedGroups: internal,
});

export const rosterDoc = listDoc('roster', rosterItemDoc, {
  member: 'rosterItem',
  limit: { things: 'entries', most: 10_000 },
});

/** How many contacts a patch has added and changed. */
export const patchedRosterDoc = doc('result', {
  inserts: always(integer),
  updates: always(integer),
});
