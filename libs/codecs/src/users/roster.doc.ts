import { doc, integer, jid, list, listDoc, named, text, type Value } from '../wire/schema.js';

/** `subscription` is -1 (remove) or a subscription; the domain decides about other numbers. */
export const rosterItemDoc = doc('rosterItem', {
  jid,
  nickname: text,
  subscription: named('subscriptionType', integer),
  groups: list('group', text),
});
export type RosterItemBody = Value<typeof rosterItemDoc>;

export const rosterDoc = listDoc('roster', rosterItemDoc, { member: 'rosterItem' });
