import { AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { fieldColumns } from '../../database/field-columns.js';

/** One column per affiliation, as JSON, which the driver parses faster than arrays. */
const lists = (key: string, suffix: string) =>
  AFFILIATIONS.map(
    (affiliation) => `
    coalesce(json_agg(${key} order by ${key}) filter (where affiliation = '${affiliation}'), '[]')
      as "${affiliation}${suffix}"`,
  ).join(',');

const NAMED = `select jid, affiliation from room_affiliation where room_id = room.id`;

/** A person may be listed both directly and through a group, so duplicates are removed. */
const NAMED_OR_IN_GROUP = `
    ${NAMED}
    union
    select jid, affiliation
    from room_group_affiliation given cross join lateral (
      select jid from group_member where group_name = given.group_name
      offset 0 -- or all members might be read
    ) member
    where room_id = room.id`;

/** The columns that a room is read from, each by its name: a migration may add others under an open session. */
export const ROOM_READ = [
  ...['id', 'service', 'name', 'creation_date', 'modification_date'],
  ...fieldColumns(ROOM_FIELDS).map(({ column }) => column),
]
  .map((column) => `room.${column}`)
  .join(', ');

/**
 * A room with all its affiliations; rows are domain values.
 * @param rooms selects {@link ROOM_READ} of `room` in the desired order
 */
export function selectRooms(rooms: string, expandGroups: boolean, more = ''): string {
  const options = fieldColumns(ROOM_FIELDS).map(
    ({ property, column, selected }) => `${selected(`room.${column}`)} as "${property}"`,
  );
  return `
  select room.name as "roomName", room.creation_date as "creationDate",
    room.modification_date as "modificationDate", ${options.join(', ')}${more},
    people.*, groups.*
  from (${rooms}) room
  cross join lateral (
    select ${lists('jid', 's')}
    from (${expandGroups ? NAMED_OR_IN_GROUP : NAMED}) entry
  ) people
  cross join lateral (
    select ${lists('group_name', 'Groups')}
    from room_group_affiliation where room_id = room.id
  ) groups`;
}
