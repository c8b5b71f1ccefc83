import {
  always,
  doc,
  formerlyText,
  integer,
  internal,
  jid,
  list,
  listDoc,
  named,
  text,
} from '../wire/schema.js';

/** `subscription`: a subscription or -1 (remove); the domain validates the number. */
export const rosterItemDoc = doc('rosterItem', {
  jid: always(jid),
  nickname: text,
  subscription: always(named('subscriptionType', formerlyText(integer))),
  groups: list('group', text, {
    limit: { things: 'groups', most: 1000 },
    formerlyWrapped: true,
  }),
  stored: internal,
  sharedGroups: internal,
});

export const rosterDoc = listDoc('roster', rosterItemDoc, { member: 'rosterItem' });
