import { extraGroupFields, groupMembersDoc, groupsDoc } from '@chat-admin/codecs/groups/group.doc';
import { userGroupsDoc } from '@chat-admin/codecs/users/user-groups.doc';
import { GROUP_ROLES } from '@chat-admin/domain/groups/group';
import {
  choiceFilter,
  flagFilter,
  jidFilter,
  nameFilter,
  textFilter,
} from '../http/list-filters.js';
import { listOf } from '../http/lists.js';

/** Contract: extensions E1.2 */
export const groupList = listOf(
  groupsDoc,
  {
    sortsByKey: true,
    sorts: { name: 'text' },
    filters: {
      text: textFilter('Text in name or description, ignoring case'),
      shared: flagFilter('Whether the groups found are shared into rosters'),
      member: nameFilter('User name or JID of a member or admin'),
      managedBy: nameFilter('Source that manages the groups; empty: those that none does'),
    },
    others: [],
  },
  extraGroupFields,
);

export const groupMemberList = listOf(groupMembersDoc, {
  sorts: { jid: 'text' },
  filters: {
    role: choiceFilter('The role of those who are found', GROUP_ROLES),
    text: jidFilter(),
  },
  others: [],
});

export const userGroupList = listOf(userGroupsDoc, {
  sortsByKey: true,
  sorts: { name: 'text' },
  filters: {},
  others: [],
});
