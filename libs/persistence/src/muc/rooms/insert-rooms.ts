import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { NewRoom } from '@chat-admin/domain/muc/rooms/room-repository';
import type { Statement } from '../../database/current-transaction.js';
import { SETTING_COLUMNS, settingsParameters } from './room-columns.js';

const FIRST_SETTING = 3;
const FIRST_ENTRY = FIRST_SETTING + SETTING_COLUMNS.length;
const FIRST_SERVICE = FIRST_ENTRY + 6;

const entryParameters = (start: number) =>
  [0, 1, 2].map((index) => `$${start + index}::text[]`).join(', ');

const columns = SETTING_COLUMNS.map(({ column }) => column).join(', ');
const values = SETTING_COLUMNS.map(({ column, inserted }) => inserted(column)).join(', ');
const parameters = SETTING_COLUMNS.map(({ type }, index) => `$${FIRST_SETTING + index}::${type}[]`);

/**
 * Any number of rooms with their affiliations in one statement. Skips existing rooms; returns the
 * stored ones. Names are sorted, so that concurrent statements wait for each other rather than
 * deadlock.
 */
const insert: Statement = {
  name: 'room-insert',
  text: `with ${insertion('')} select name from added`,
};

/** Always true; steps of a statement run in the order in which they refer to each other, so the room comes after its service. */
const AFTER_SERVICE = '(select count(*) from service) >= 0';
const GROUPS = `$${FIRST_ENTRY + 4}::text[]`;

/**
 * One room, with its service if missing, unless a group is missing. Locks in the order of all
 * writers: groups, service, room.
 */
const create: Statement = {
  name: 'room-create',
  text: `
    with existing as materialized (
      select name from user_group where name = any (${GROUPS}) order by name for key share
    ), service as (
      insert into chat_service (name, description, hidden)
      select $1::text, $${FIRST_SERVICE}::text, $${FIRST_SERVICE + 1}::boolean
      where (select count(*) from existing) = cardinality(${GROUPS})
      on conflict on constraint chat_service_pk do nothing
      returning name
    ), ${insertion(`
      where ${AFTER_SERVICE}
        and (select count(*) from existing) = cardinality(${GROUPS})`)}
    select
      exists (select from added) as created,
      exists (select from service) as "newService",
      array(select name from existing) as groups,
      (select append_audit_entry($${FIRST_SERVICE + 2}) from added)`,
};

function insertion(condition: string): string {
  return `
    added as (
      insert into room (service, name, ${columns})
      select $1, name, ${values}
      from unnest($2::text[], ${parameters.join(', ')}) as given (name, ${columns})
      ${condition}
      order by name collate "C"
      on conflict on constraint room_service_name_key do nothing
      returning id, name
    ), people as (
      insert into room_affiliation (room_id, jid, affiliation)
      select id, jid, affiliation
      from unnest(${entryParameters(FIRST_ENTRY)}) as entry (name, jid, affiliation)
      join added using (name)
    ), groups as (
      insert into room_group_affiliation (room_id, group_name, affiliation)
      select id, group_name, affiliation
      from unnest(${entryParameters(FIRST_ENTRY + 3)}) as entry (name, group_name, affiliation)
      join added using (name)
    )`;
}

/** The statement that inserts `rooms`, whose names must be distinct. */
export function insertRooms(
  service: ServiceName,
  rooms: readonly NewRoom[],
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const settings = rooms.map((room) => settingsParameters(room.settings));
  const people = rooms.flatMap(({ name, affiliations }) =>
    [...affiliations.people].map((entry) => [name, ...entry]),
  );
  const groups = rooms.flatMap(({ name, affiliations }) =>
    [...affiliations.groups].map((entry) => [name, ...entry]),
  );
  const column = (rows: readonly (readonly unknown[])[], index: number) =>
    rows.map((row) => row[index]);
  return {
    statement: insert,
    values: [
      service,
      rooms.map(({ name }) => name),
      ...SETTING_COLUMNS.map((_, index) => column(settings, index)),
      ...[0, 1, 2].map((index) => column(people, index)),
      ...[0, 1, 2].map((index) => column(groups, index)),
    ],
  };
}

/** The statement that creates a room; its last parameter, the audit entry, is not among the values. */
export function createRoom(
  { name, description, hidden }: ChatService,
  room: NewRoom,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  return { statement: create, values: [...insertRooms(name, [room]).values, description, hidden] };
}
