import { alsoRead, boolean, doc, jid, list, listDoc, text } from '../wire/schema.js';

const shared = alsoRead('isshared', boolean);

export const groupDoc = doc('group', {
  name: text,
  description: text,
  admins: list('admin', jid),
  members: list('member', jid),
  shared,
});

const groupSummaryDoc = doc('group', { name: text, description: text, shared });

/** Without admins and members. */
export const groupsDoc = listDoc('groups', groupSummaryDoc, { member: 'groups' });
