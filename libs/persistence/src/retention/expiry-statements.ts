import { MOST_DUE } from '@chat-admin/domain/retention/retention-rule';
import type { MessageKind, RetentionKind } from '@chat-admin/domain/retention/retention-rule';
import type { Statement } from '../database/current-transaction.js';
import { deletesAlone } from '../database/oldest-rows.js';
import type { MessageTable } from '../database/oldest-rows.js';
import * as files from './file-expiry-statements.js';
import { FOREVER } from './retention-statements.js';

/** What has messages, and how long it keeps them at a moment. */
interface Keeper {
  readonly table: MessageTable;
  /** of the messages */
  readonly owner: string;
  /** has them; with an `id` */
  readonly owners: string;
  reach(owner: string, defaultDays: string, at: string): string;
}

const KEEPERS: Readonly<Record<MessageKind, Keeper>> = {
  chat: {
    table: 'archived_message',
    owner: 'archive_id',
    owners: 'message_archive',
    reach: (owner, defaultDays, at) =>
      `account_retention('chat', ${owner}.username, ${defaultDays}, ${at})`,
  },
  room: {
    table: 'room_message',
    owner: 'room_id',
    owners: 'room',
    reach: (owner, defaultDays, at) => `room_retention(${owner}.id, ${defaultDays}, ${at})`,
  },
};

/** By the changes of the last day, and without them. */
const MOMENTS = ['now()', `'infinity'`] as const;
const olderThan = (days: string) => `sent_at < now() - make_interval(days => ${days})`;

/**
 * Deletes what rules let go. Looks at $2 owners after $1: at those alone, by an index, that have messages older than the shortest
 * days of all; at most $4 messages of them go. What two states of the rules say differently, the longer one decides.
 */
export function step(kind: MessageKind): Statement {
  const { table, owner, owners, reach } = KEEPERS[kind];
  return {
    name: `retention-step-${kind}`,
    text: `
      with mine as materialized (
        select ${deletesAlone(table)} as "isMine"
      ), looked_at as materialized (
        select looked.* from ${owners} looked
        where looked.id > $1::bigint and (select "isMine" from mine)
        order by looked.id limit $2
      ), shortest as materialized (
        select least(min(nullif(days, 0)), min(nullif(former_days, 0)), nullif($3::integer, 0)) as days
        from retention_rule where kind = '${kind}'
      ), aged as materialized (
        select looked_at.id, greatest(${MOMENTS.map((at) => reach('looked_at', '$3', at)).join()}) as reach
        from looked_at, shortest
        where exists (
          select from ${table} message where ${owner} = looked_at.id and ${olderThan('shortest.days')})
      ), gone as (
        delete from ${table} where id = any (array(
          select message.id from aged cross join lateral (
            select id from ${table} old where ${owner} = aged.id and ${olderThan('aged.reach')}
            order by sent_at, id limit $4 for update skip locked
          ) message
          where reach < ${FOREVER} limit $4))
        returning 1
      )
      select (select count(*) from gone)::float8 as removed, (select count(*) from looked_at)::float8 as seen,
        (select max(id) from looked_at)::text as last, (select "isMine" from mine)`,
  };
}

/** What would go of one user, or room; $1: id of the rule. */
const dueOf = (kind: MessageKind, found: string): Statement => {
  const { table, owner } = KEEPERS[kind];
  return {
    name: `retention-due-${kind}`,
    text: `
      select count(*)::float8 as due from (
        select from ${table} message
        where ${owner} = (${found})
          and ${olderThan('(select days from retention_rule where id = $1)')}
        limit ${MOST_DUE}) old`,
  };
};

export const dueOfUser = dueOf(
  'chat',
  `select archive.id from retention_rule rule join message_archive archive using (username) where rule.id = $1`,
);
export const dueOfRoom = dueOf('room', 'select room_id from retention_rule where id = $1');

/** Of the people of the group that have no rule of their own, by the longest of their groups. */
export const dueOfGroup: Statement = {
  name: 'retention-due-group',
  text: `
    select count(*)::float8 as due from (
      select from (
        select local_username(jid, service_domain()) as username from group_member
        where group_name = (select group_name from retention_rule where id = $1) offset 0) member
      cross join lateral (
        select id, username from message_archive where username = member.username offset 0) archive
      cross join lateral (select account_retention('chat', archive.username, 0, 'infinity') as reach offset 0) kept
      cross join lateral (
        select from archived_message where archive_id = archive.id and ${olderThan('kept.reach')}
        limit ${MOST_DUE}) old
      where kept.reach < ${FOREVER} and not exists (
        select from retention_rule own
        where own.username = archive.username and own.kind = 'chat' and own.days is not null)
      limit ${MOST_DUE}) found`,
};

/** Of those that no rule is about, among the oldest messages. $1: days of the default */
export function dueByDefault(kind: RetentionKind): Statement {
  if (kind === 'file') return files.dueByDefault;
  const { table, owner, reach } = KEEPERS[kind];
  const names = '(select id, username from message_archive where id = old.owner offset 0)';
  return {
    name: `retention-due-by-default-${kind}`,
    text: `
      select coalesce(sum(amount), 0)::float8 as due from (
        select ${owner} as owner, count(*) as amount from (
          select ${owner} from ${table} where ${olderThan('$1::integer')}
          order by sent_at, id limit ${MOST_DUE}) oldest
        group by ${owner}) old
      cross join lateral ${kind === 'chat' ? names : '(select old.owner as id)'} keeper
      where ${reach('keeper', 'null', `'infinity'`)} is null`,
  };
}
