import { namesOf } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { fieldsThatDiffer } from '../shared/fields.js';
import type { Group } from './group.js';

/** What an overwritten group has otherwise; whoever gets another role is added and removed. */
export function factsOf(before: Group, { description, shared, ...after }: Group): AuditFacts {
  return {
    changed: fieldsThatDiffer(before, { description, shared }),
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
