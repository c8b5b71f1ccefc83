import type { Statement } from '../database/current-transaction.js';

/**
 * What names either JID. Others are waited for here, so that the statements after this one see what
 * they have done: each begins with what had been committed by then.
 */
export const lockAll: Statement = {
  name: 'references-lock-all',
  text: `
    with item as materialized (
      select from roster_item where jid = any ($1) order by owner, jid for update
    ), membership as materialized (
      select from group_member where jid = any ($1) order by group_name, jid for update
    ), room as materialized (
      select from room
      where id in (select room_id from room_affiliation where jid = any ($1))
      order by id for no key update
    )
    select (select count(*) from item) + (select count(*) from membership)
      + (select count(*) from room) as locked`,
};

/**
 * A rename takes two statements per table: conflicting rows are deleted first, because one
 * statement cannot delete a row and give its key to another.
 */
/** Nobody becomes a contact of their own by a new name. */
export const clearRosterItems: Statement = {
  name: 'references-clear-roster-items',
  text: `
    delete from roster_item
    where jid = $2
      and (owner = local_username($2, service_domain())
           or owner in (select owner from roster_item where jid = $1))`,
};

export const renameRosterItems: Statement = {
  name: 'references-rename-roster-items',
  text: `update roster_item set jid = $2 where jid = $1 returning owner`,
};

export const clearMemberships: Statement = {
  name: 'references-clear-memberships',
  text: `
    delete from group_member
    where jid = $2 and group_name in (select group_name from group_member where jid = $1)`,
};

export const renameMemberships: Statement = {
  name: 'references-rename-memberships',
  text: `update group_member set jid = $2 where jid = $1 returning group_name`,
};

const TOUCHED_ROOMS = `
  select room.id, room.service, room.name as room, changed.affiliation
  from changed join room on room.id = changed.room_id`;

export const clearAffiliations: Statement = {
  name: 'references-clear-affiliations',
  text: `
    with changed as (
      delete from room_affiliation
      where jid = $2 and room_id in (select room_id from room_affiliation where jid = $1)
      returning room_id, affiliation
    ) ${TOUCHED_ROOMS}`,
};

export const renameAffiliations: Statement = {
  name: 'references-rename-affiliations',
  text: `
    with changed as (
      update room_affiliation set jid = $2 where jid = $1 returning room_id, affiliation
    ) ${TOUCHED_ROOMS}`,
};

/** The chat server removes accounts by the same function. */
export const remove: Statement = {
  name: 'references-remove',
  text: `
    select roster_owners as "rosterOwners", group_names as groups, rooms
    from remove_jid_references($1, $2)`,
};
