import type { Statement } from '../../database/current-transaction.js';
import { SETTING_COLUMNS } from './room-columns.js';
import { ROOM_READ, selectRooms } from './room-select.js';

const ONE = `select ${ROOM_READ} from room where service = $1 and name = $2`;
const MANY = `
  select ${ROOM_READ} from room
  where (service, name) in (
    select service, name from unnest($1::text[], $2::text[]) as asked (service, name))`;

/** By whether groups are expanded. */
export const find: Readonly<Record<'plain' | 'expanded', Statement>> = {
  plain: { name: 'room-find', text: selectRooms(ONE, false) },
  expanded: { name: 'room-find-expanded', text: selectRooms(ONE, true) },
};

export const findMany: Readonly<Record<'plain' | 'expanded', Statement>> = {
  plain: { name: 'room-find-many', text: selectRooms(MANY, false, ', room.service') },
  expanded: { name: 'room-find-many-expanded', text: selectRooms(MANY, true, ', room.service') },
};

export const existing: Statement = {
  name: 'room-existing',
  text: `select name from room where service = $1 and name = any ($2)`,
};

/** Concurrent changes are visible only to statements after this one. */
export const lock: Statement = {
  name: 'room-lock',
  text: `select id from room where service = $1 and name = $2 for no key update`,
};

export const findById: Statement = {
  name: 'room-find-by-id',
  text: selectRooms(`select ${ROOM_READ} from room where id = $1`, false),
};

const assignments = SETTING_COLUMNS.map(
  ({ column, type, updated }, index) => `${column} = ${updated(`$${index + 2}::${type}`)}`,
);

export const update: Statement = {
  name: 'room-update',
  text: `
    update room set ${assignments.join(', ')}
    where id = $1
    returning version`,
};

export const version: Statement = {
  name: 'room-version',
  text: `select version from room where id = $1`,
};

export const remove: Statement = {
  name: 'room-remove',
  text: `delete from room where service = $1 and name = $2`,
};

export const dropPeople: Statement = {
  name: 'room-drop-people',
  text: `delete from room_affiliation where room_id = $1 and jid = any ($2)`,
};

/** Outcasts do not keep a reserved nickname. */
export const setPeople: Statement = {
  name: 'room-set-people',
  text: `
    insert into room_affiliation (room_id, jid, affiliation)
    select $1, jid, affiliation from unnest($2::text[], $3::text[]) as given (jid, affiliation)
    on conflict on constraint room_affiliation_pk do update
    set affiliation = excluded.affiliation,
        nickname = case when excluded.affiliation = 'outcast' then null
                        else room_affiliation.nickname end`,
};

export const dropGroups: Statement = {
  name: 'room-drop-groups',
  text: `delete from room_group_affiliation where room_id = $1 and group_name = any ($2)`,
};

export const setGroups: Statement = {
  name: 'room-set-groups',
  text: `
    insert into room_group_affiliation (room_id, group_name, affiliation)
    select $1, name, affiliation from unnest($2::text[], $3::text[]) as given (name, affiliation)
    on conflict on constraint room_group_affiliation_pk do update
    set affiliation = excluded.affiliation`,
};

export const peopleOfGroups: Statement = {
  name: 'room-people-of-groups',
  text: `
    select group_name as name, array_agg(jid order by jid) as people
    from group_member where group_name = any ($1) group by group_name`,
};
