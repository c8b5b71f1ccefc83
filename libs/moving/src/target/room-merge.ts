import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { Merge } from './merge.js';
import { stagedFields } from '../staged-fields.js';

const { columns, staged, members, excluded } = stagedFields(ROOM_FIELDS);

/** Columns of a room, without its keys and its version. */
export const ROOM = `creation_date, modification_date, ${columns}`;

export const rooms: Merge = {
  isHere: 'select true from room where service = target[1] and name = target[2]',
  refuse: [
    `update moving.stage set refused = 'reference-missing'
     where refused is null and not exists (select from chat_service where name = target[1])`,
  ],
  clear: ['room_affiliation', 'room_group_affiliation'].map((table) => {
    const [list, column, key] =
      table === 'room_affiliation' ? ['people', 'jid', 'jid'] : ['groups', 'group_name', 'name'];
    return `
        delete from ${table} using moving.stage, room
        where refused is null and room.service = target[1] and room.name = target[2]
          and room_id = room.id and not exists (
            select from jsonb_array_elements(value -> '${list}') as one
            where one ->> '${key}' = ${table}.${column})`;
  }),
  merge: [
    {
      rows: `insert into room (service, name, ${ROOM})
     select v.service, v.name, v."creationDate", v."modificationDate", ${staged}
     from moving.stage, jsonb_to_record(value) as v (
       service text, name text, "creationDate" timestamptz, "modificationDate" timestamptz, ${members})
     where refused is null`,
      onConflict: `on conflict on constraint room_service_name_key do update
     set (${ROOM}) = row (excluded.creation_date, excluded.modification_date, ${excluded})`,
    },
    {
      rows: `insert into room_affiliation (room_id, jid, affiliation, nickname)
     select room.id, v.jid, v.affiliation, v.nickname
     from moving.stage join room on room.service = target[1] and room.name = target[2],
       jsonb_to_recordset(value -> 'people') as v (jid text, affiliation text, nickname text)
     where refused is null`,
      onConflict: `on conflict on constraint room_affiliation_pk do update
     set (affiliation, nickname) = (excluded.affiliation, excluded.nickname)
     where (room_affiliation.affiliation, room_affiliation.nickname)
       is distinct from (excluded.affiliation, excluded.nickname)`,
    },
    {
      rows: `insert into room_group_affiliation (room_id, group_name, affiliation)
     select room.id, v.name, v.affiliation
     from moving.stage join room on room.service = target[1] and room.name = target[2],
       jsonb_to_recordset(value -> 'groups') as v (name text, affiliation text)
     where refused is null and exists (select from user_group where user_group.name = v.name)`,
      onConflict: `on conflict on constraint room_group_affiliation_pk do update
     set affiliation = excluded.affiliation
     where room_group_affiliation.affiliation <> excluded.affiliation`,
    },
  ],
  losses: `
    select n, 'reference-missing' as code, 'the group of an affiliation is missing: ' || v.name as text
    from moving.stage, jsonb_to_recordset(value -> 'groups') as v (name text)
    where refused is null and not exists (select from user_group where user_group.name = v.name)`,
  remove: `
    delete from room using moving.gone
    where gone.kind = 'rooms' and service = gone.target[1] and name = gone.target[2]`,
};
