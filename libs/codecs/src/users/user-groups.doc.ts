import { listDoc, text } from '../wire/schema.js';

/** Names of groups. The XML root is that of the list of groups, the children are not. */
export const userGroupsDoc = listDoc('groups', text, {
  member: 'groupnames',
  item: 'groupname',
  older: ['groups', 'group'],
  former: { member: 'groupname', beside: true },
  optional: true,
  limit: { things: 'groups', most: 1000 },
});
