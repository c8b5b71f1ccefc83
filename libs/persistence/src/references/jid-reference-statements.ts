import type { Statement } from '../database/current-transaction.js';

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

/** Affiliation changes lock the room first; concurrent changes are visible after this. */
export const lockRooms: Statement = {
  name: 'references-lock-rooms',
  text: `
    select from room
    where id in (select room_id from room_affiliation where jid = any ($1))
    order by id for no key update`,
};

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
