import type { LockoutSelection } from '@chat-admin/domain/users/lockout';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';

const activeAt = (now: string) => `(starts_at <= ${now} and (ends_at is null or ends_at > ${now}))`;
const ACTIVE = activeAt('now()');

const columnsAt = (now: string) => `
  username, reason, author, locked_at as created, starts_at as "from", ends_at as until,
  ${activeAt(now)} as active`;

/** As they are at this very moment, also in a transaction that began earlier. */
export const LOCKOUT_COLUMNS = columnsAt('clock_timestamp()');

export const LOCKOUT_SOURCE: ListSource = {
  select: columnsAt('now()'),
  from: 'lockout',
  key: 'username',
  sorts: {
    username: { expression: 'username', kind: 'text' },
    created: { expression: 'locked_at', kind: 'time' },
    // for its index
    until: { expression: 'coalesce(ends_at, to_timestamp(0))', kind: 'time' },
  },
};

/** Those that have ended are not there, unless one asks for what is not active. Contract: extensions E6.1, End */
export function selectedLockouts({ active, author }: LockoutSelection): Conditions {
  const conditions = new Conditions();
  if (active === null) conditions.scope(() => '(ends_at is null or ends_at > now())');
  else if (active) conditions.add(() => ACTIVE);
  // by the indexes of these few
  else conditions.add(() => '((not began and starts_at > now()) or ends_at <= now())');
  if (author !== null) conditions.add((name) => `author = ${name}`, author);
  return conditions;
}
