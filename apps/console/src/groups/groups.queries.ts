import { entriesOf, pageOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query, tagged } from '../shared/api/query';
import { list } from '../shared/list/list';
import { USERNAMES } from '../shared/people/find-names';
import { inAddress } from '../shared/screens/address';
import { sourceOf } from '../shared/ui/managed-by';
import { groupFields, memberFields, ROLES } from './groups.fields';
import type { Group } from './groups.fields';

const FIELDS = ['name', 'description', 'shared', 'memberCount', 'managedBy'] as const;

export const groupList = list<'/groups'>({
  key: 'groups',
  path: '/groups',
  rowKey: ({ name }) => name,
  rowName: ({ name }) => name,
  table: groupFields,
  fields: FIELDS,
  search: {
    text: inAddress.text,
    sort: inAddress.oneOf('name', '-name'),
    shared: inAddress.flag,
    member: inAddress.text,
    managedBy: inAddress.text,
  },
  filters: {
    shared: { kind: 'flag' },
    member: { kind: 'text', names: USERNAMES },
    managedBy: { kind: 'text' },
  },
  toQuery: ({ managedBy, ...values }) => ({
    ...values,
    ...(typeof managedBy === 'string' && { managedBy: sourceOf(managedBy) }),
  }),
  open: ({ name }) => ({ to: 'group', params: { name } }),
  events: ['group.*'],
});

export const memberList = list<'/groups/{groupName}/members'>({
  key: 'groupMembers',
  path: '/groups/{groupName}/members',
  rowKey: ({ jid }) => jid,
  rowName: ({ jid }) => jid,
  table: memberFields,
  search: { text: inAddress.text, role: inAddress.oneOf(...ROLES) },
  filters: { role: { kind: 'choice', choices: ROLES } },
  events: ['group.*'],
});

/** One group without its people, with the tag that a change needs. */
export const groupQuery = query({
  key: 'group',
  events: ['group.*'],
  call: (call, groupName: string) =>
    tagged<Group>(
      api.GET('/groups/{groupName}', {
        params: { path: { groupName }, query: { fields: [...FIELDS] } },
        ...call,
      }),
    ),
});

/** The first people of a group, for the preview of sharing. */
export const firstMembersQuery = query({
  key: 'firstMembers',
  events: ['group.*'],
  call: async (call, groupName: string) => {
    const page = await pageOf(api, '/groups/{groupName}/members', {
      path: { groupName },
      query: { limit: 10 },
      ...call,
    });
    return page.entries as readonly components['schemas']['GroupMember'][];
  },
});

/** The JIDs of all its people. */
export async function everyMember(groupName: string): Promise<readonly string[]> {
  const people: string[] = [];
  const asked = { path: { groupName }, query: { limit: 1_000 } };
  for await (const { jid } of entriesOf(api, '/groups/{groupName}/members', asked))
    people.push(jid);
  return people;
}
