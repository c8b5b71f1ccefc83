import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { NewRoom } from '@chat-admin/domain/muc/rooms/room-repository';
import type { Statement } from '../../database/current-transaction.js';
import { SETTING_COLUMNS, settingsParameters } from './room-columns.js';

const FIRST_SETTING = 3;
const FIRST_ENTRY = FIRST_SETTING + SETTING_COLUMNS.length;

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
  text: `
    with added as (
      insert into room (service, name, ${columns})
      select $1, name, ${values}
      from unnest($2::text[], ${parameters.join(', ')}) as given (name, ${columns})
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
    )
    select name from added`,
};

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
