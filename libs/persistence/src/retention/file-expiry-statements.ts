import { MOST_DUE } from '@chat-admin/domain/retention/retention-rule';
import type { Statement } from '../database/current-transaction.js';
import { FOREVER } from './retention-statements.js';

const jid = (username: string) => `${username} || '@' || service_domain()`;
const olderThan = (days: string, more = '') =>
  `jsonb_build_object('to', extract(epoch from now() - make_interval(days => ${days}))${more})`;

export const dueOfUser: Statement = {
  name: 'retention-due-file',
  text: `
    select counted_files(${olderThan('days', `, 'person', ${jid('username')}`)}, ${MOST_DUE})::float8 as due
    from retention_rule where id = $1`,
};

/** As of messages. */
export const dueOfGroup: Statement = {
  name: 'retention-due-file-group',
  text: `
    select least(coalesce(sum(counted_files(${olderThan('reach', `, 'person', ${jid('username')}`)}, ${MOST_DUE})), 0), ${MOST_DUE})::float8
      as due
    from (
      select username, account_retention('file', username, 0, 'infinity') as reach from (
        select local_username(jid, service_domain()) as username from group_member
        where group_name = (select group_name from retention_rule where id = $1) offset 0) member
      where username is not null and not exists (
        select from retention_rule own
        where own.username = member.username and own.kind = 'file' and own.days is not null)
      offset 0) kept
    where reach < ${FOREVER}`,
};

/** $1: days of the default */
export const dueByDefault: Statement = {
  name: 'retention-due-by-default-file',
  text: `
    select coalesce(sum(amount), 0)::float8 as due from (
      select person, count(*) as amount
      from listed_files(${olderThan('$1::integer')}, 'created', false, ${MOST_DUE}, null, null) group by person) old
    where account_retention('file', local_username(person, service_domain()), null, 'infinity') is null`,
};
