import { namesOf } from '../shared/audit-facts.js';
import type { Changes } from '../shared/audit-facts.js';
import { fieldsThatDiffer, shownOf } from '../shared/fields.js';
import { GROUP_SHOWN } from './group.js';
import type { Group } from './group.js';

/** What an overwritten group has otherwise; whoever gets another role is added and removed. */
export function changesBetween(before: Group, after: Group): Changes {
  const { admins: _admins, members: _members, ...fields } = after;
  return {
    changed: shownOf(GROUP_SHOWN, fieldsThatDiffer(before, fields)),
    added: peopleOf(after, before),
    removed: peopleOf(before, after),
  };
}

type People = Pick<Group, 'members' | 'admins'>;

/** Those of `group` who are not so in `other`. */
function peopleOf(group: People, other: People) {
  const missing = (role: 'admin' | 'member') => {
    const known = new Set(other[`${role}s`]);
    return group[`${role}s`].filter((jid) => !known.has(jid)).map((jid) => ({ role, jid }));
  };
  return namesOf([...missing('member'), ...missing('admin')], ({ role, jid }) => `${role}:${jid}`);
}
