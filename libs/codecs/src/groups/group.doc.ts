import {
  GROUP_FIELDS,
  GROUP_ROLES,
  MAX_GROUP_NAME_LENGTH,
  MOST_MEMBERS,
} from '@chat-admin/domain/groups/group';
import type { LongGroup } from '@chat-admin/domain/groups/group';
import type { WireFormat } from '../wire/read-body.js';
import { streamDoc } from '../wire/stream-doc.js';
import type { ListBatch } from '../wire/stream-doc.js';
import {
  alsoRead,
  always,
  boolean,
  doc,
  instead,
  integer,
  jid,
  list,
  listDoc,
  needed,
  text,
  valuesOf,
  within,
} from '../wire/schema.js';

const shared = always(alsoRead(['isShared', 'isshared'], boolean));

const name = always(needed(['POST', 'PUT'], within({ maxLength: MAX_GROUP_NAME_LENGTH }, text)));
const description = within(valuesOf(GROUP_FIELDS.description), text);

/** Shown beside all of a group to those who ask. Contract: extensions E1.2 */
export const extraFieldsOfGroup = { memberCount: integer, managedBy: text, externalId: text };

export const groupDoc = doc(
  'group',
  {
    name,
    description,
    admins: alsoRead(['admin'], list('admin', jid, { limit: MOST_MEMBERS })),
    members: alsoRead(['member'], list('member', jid, { limit: MOST_MEMBERS })),
    shared,
  },
  { unread: extraFieldsOfGroup },
);

/** The same document, written while its people are read. */
export function streamGroup(format: WireFormat, group: LongGroup): AsyncGenerator<string> {
  return streamDoc(groupDoc, format, group, byRole(group.people));
}

function byRole(people: LongGroup['people']): AsyncIterable<ListBatch> {
  return {
    [Symbol.asyncIterator]() {
      const source = people[Symbol.asyncIterator]();
      return {
        async next() {
          const { done, value } = await source.next();
          if (done) return { done, value: undefined };
          const list = value[0]?.isAdmin ? 'admins' : 'members';
          return { value: { list, items: value.map(({ jid }) => jid) } };
        },
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

export const groupMemberDoc = doc('groupMember', {
  jid: always(jid),
  role: always(within({ enum: GROUP_ROLES }, text)),
});

/** Contract: extensions E1.3 */
export const groupMembersDoc = listDoc('groupMembers', groupMemberDoc, { member: 'groupMembers' });

const groupSummaryDoc = doc('group', { name, description, shared });

/** Without admins and members. */
export const groupsDoc = listDoc('groups', groupSummaryDoc, {
  member: 'groups',
  former: instead('group'),
});

/** Shown in lists to those who ask for them. Contract: extensions E1.2 */
export const extraGroupFields = {
  members: list('member', jid),
  admins: list('admin', jid),
  ...extraFieldsOfGroup,
};
