import type { OpenDatabase } from './open-database.js';
import { jid } from '@chat-admin/port-suites/samples';

type Query = OpenDatabase['query'];

interface Affiliations {
  /** affiliation by person, as in `jid()` */
  readonly people?: Readonly<Record<string, string>>;
  readonly groups?: Readonly<Record<string, string>>;
}

/** A room of the service `conference`; reserved nicknames are `nick of <person>`. */
export async function aRoom(
  query: Query,
  name: string,
  { people = {}, groups = {} }: Affiliations = {},
): Promise<void> {
  await query(`insert into room (service, name) values ('conference', $1)`, [name]);
  for (const [person, affiliation] of Object.entries(people)) {
    await query(
      `insert into room_affiliation (room_id, jid, affiliation, nickname)
       select id, $2, $3, $4 from room where name = $1`,
      [name, jid(person), affiliation, `nick of ${person}`],
    );
  }
  for (const [group, affiliation] of Object.entries(groups)) {
    await query(
      `insert into room_group_affiliation (room_id, group_name, affiliation)
       select id, $2, $3 from room where name = $1`,
      [name, group, affiliation],
    );
  }
}

export async function roomVersion(query: Query, name: string): Promise<number> {
  const [row] = await query<{ version: string }>('select version from room where name = $1', [
    name,
  ]);
  return Number(row!.version);
}

/** `person=affiliation` for each entry of a room, in order. */
export async function peopleOf(query: Query, name: string): Promise<readonly string[]> {
  const rows = await query<{ entry: string }>(
    `select split_part(jid, '@', 1) || '=' || affiliation || coalesce(' ' || nickname, '') as entry
     from room_affiliation join room on room.id = room_id where room.name = $1 order by jid`,
    [name],
  );
  return rows.map(({ entry }) => entry);
}
