import { alsoRead, boolean, doc, jid, list, listDoc, text } from '../wire/schema.js';

const shared = alsoRead('isshared', boolean);

/** Members and admins together. */
const people = { things: 'members', most: 100_000 };

export const groupDoc = doc('group', {
  name: text,
  description: text,
  admins: list('admin', jid, { limit: people }),
  members: list('member', jid, { limit: people }),
  shared,
});

const groupSummaryDoc = doc('group', { name: text, description: text, shared });

/** Without admins and members. */
export const groupsDoc = listDoc('groups', groupSummaryDoc, { member: 'groups' });
