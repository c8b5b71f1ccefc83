import type { Statement } from '../database/current-transaction.js';
import { MOST_AT_ONCE } from '../database/row-streams.js';

const PEOPLE = (admins: boolean) =>
  `coalesce(json_agg(jid) filter (where is_admin = ${admins}), '[]')`;

/** People as JSON, which the driver parses faster than arrays. @param most people at all */
const GROUPS = (most: number | 'all') => `
  select name, description, shared, people.*
  from user_group
  cross join lateral (
    select ${PEOPLE(true)} as admins, ${PEOPLE(false)} as members
    from (
      select jid, is_admin from group_member
      where group_name = name order by jid limit ${most}
    ) person
  ) people`;

export const LIST_GROUPS = `select name, description, shared from user_group order by name`;

export const NAMES = `select name from user_group order by name`;
export const NAMES_OF = `
  select group_name as name from group_member where jid = $1 order by group_name`;

export const find: Statement = {
  name: 'group-find',
  text: `${GROUPS('all')} where name = $1`,
};

export const sourceOf: Statement = {
  name: 'group-source-of',
  text: `select source as "managedBy", external_id as "externalId" from managed_group where group_name = $1`,
};

export const read: Statement = {
  name: 'group-read',
  text: `${GROUPS(MOST_AT_ONCE + 1)} where name = $1`,
};

export const readMany: Statement = {
  name: 'group-read-many',
  text: `${GROUPS(MOST_AT_ONCE + 1)} where name = any ($1)`,
};

export const SUMMARY = `select name, description, shared from user_group where name = $1`;
export const ADMINS = `
  select jid, is_admin as "isAdmin" from group_member
  where group_name = $1 and is_admin order by jid`;
export const MEMBERS = `
  select jid, is_admin as "isAdmin" from group_member
  where group_name = $1 and not is_admin order by jid`;

export const ROLE = `case when is_admin then 'admin' else 'member' end as role`;

export const PEOPLE_IN_ORDER = `select jid, ${ROLE} from group_member where group_name = $1 order by jid`;

export const lockMember: Statement = {
  name: 'group-lock-member',
  text: `select ${ROLE} from group_member where group_name = $1 and jid = $2 for update`,
};

/** Returns what it has changed; a row that nobody has updated is new. */
export const putMember: Statement = {
  name: 'group-put-member',
  text: `
    insert into group_member (group_name, jid, is_admin)
    values ($1, $2, coalesce($3::boolean, false))
    on conflict on constraint group_member_pk do update set is_admin = excluded.is_admin
    where $3::boolean is not null and group_member.is_admin <> excluded.is_admin
    returning ${ROLE}, xmax = 0 as "isNew"`,
};

export const removeMember: Statement = {
  name: 'group-remove-member',
  text: `delete from group_member where group_name = $1 and jid = $2 returning ${ROLE}`,
};

/** Conflicts with {@link lockExisting}. */
export const lockRow: Statement = {
  name: 'group-lock',
  text: `select from user_group where name = $1 for update`,
};

/** A shared lock. */
export const lockExisting: Statement = {
  name: 'group-lock-existing',
  text: `select name from user_group where name = any ($1) order by name for key share`,
};

const GIVEN_PEOPLE = `
  select jid, is_admin from unnest($4::text[], $5::boolean[]) as given (jid, is_admin)`;

export const add: Statement = {
  name: 'group-add',
  text: `
    with added as (
      insert into user_group (name, description, shared) values ($1, $2, $3)
      on conflict on constraint user_group_pk do nothing
      returning name
    ), people as (
      insert into group_member (group_name, jid, is_admin)
      select name, jid, is_admin from added cross join (${GIVEN_PEOPLE}) given
    )
    select name from added`,
};

/**
 * Unchanged rows are not touched, so that versions only move for real changes. Must run before
 * {@link replaceOptions}, so that people who leave a shared group are notified of it.
 */
export const replacePeople: Statement = {
  name: 'group-replace-people',
  text: `
    insert into group_member (group_name, jid, is_admin)
    select $1, jid, is_admin from unnest($2::text[], $3::boolean[]) as given (jid, is_admin)
    on conflict on constraint group_member_pk do update set is_admin = excluded.is_admin
    where group_member.is_admin <> excluded.is_admin`,
};

/**
 * Those of these roles who are not listed. After {@link replacePeople}, which waits for renames: only then are
 * new names of people seen.
 */
export const dropOthers: Statement = {
  name: 'group-drop-others',
  text: `
    delete from group_member
    where group_name = $1 and is_admin = any ($3::boolean[]) and jid not in (select unnest($2::text[]))`,
};

export const replaceOptions: Statement = {
  name: 'group-replace-options',
  text: `update user_group set description = $2, shared = $3 where name = $1`,
};

/** What names the group follows, by foreign keys and triggers. */
export const rename: Statement = {
  name: 'group-rename',
  text: `update user_group set name = $2 where name = $1`,
};

export const remove: Statement = {
  name: 'group-remove',
  text: `delete from user_group where name = $1`,
};

export const rooms: Statement = {
  name: 'group-rooms',
  text: `
    select room.id, room.service, room.name as room, given.affiliation
    from room_group_affiliation given join room on room.id = given.room_id
    where given.group_name = $1 order by room.service, room.name`,
};

/** @param select rows with a name, in order */
const namesIn = (select: string) =>
  `select coalesce(json_agg(name), '[]') as names
   from (${select} limit ${MOST_AT_ONCE + 1}) listed`;

export const names: Statement = { name: 'group-names', text: namesIn(NAMES) };

export const namesOf: Statement = { name: 'group-names-of', text: namesIn(NAMES_OF) };

export const namesOfMany: Statement = {
  name: 'group-names-of-many',
  text: `
    select person.jid, listed.names from unnest($1::text[]) as person (jid)
    cross join lateral (${namesIn(NAMES_OF.replace('$1', 'person.jid'))}) listed`,
};

export const sharedAmong: Statement = {
  name: 'group-shared-among',
  text: `
    select distinct label collate "C" as name
    from user_group cross join lateral unnest(array[name, display_name]) as label
    where (name = any ($1) or display_name = any ($1)) and shared and label = any ($1)
    order by 1`,
};

export const addMissing: Statement = {
  name: 'group-add-missing',
  text: `
    insert into user_group (name, description, shared)
    select name, '', $2::boolean from unnest($1::text[]) as name order by name collate "C"
    on conflict on constraint user_group_pk do nothing`,
};

/** Waits for concurrent removals and skips the removed groups. */
export const join: Statement = {
  name: 'group-join',
  text: `
    with existing as materialized (
      select name from user_group where name = any ($1) order by name for key share
    )
    insert into group_member (group_name, jid, is_admin)
    select name, $2, false from existing
    on conflict on constraint group_member_pk do nothing
    returning group_name as name`,
};

export const leave: Statement = {
  name: 'group-leave',
  text: `
    delete from group_member where group_name = any ($1) and jid = $2
    returning group_name as name`,
};
