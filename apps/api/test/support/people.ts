import type { TestApi } from './test-api.js';

export const PASSWORD = 'p1-secret';

/** Creates users with nothing but a name and {@link PASSWORD}. */
export async function createUsers(api: TestApi, ...usernames: string[]): Promise<void> {
  const users = usernames.map((username) => ({ username, password: PASSWORD }));
  const { status } = await api.call('POST', '/users', 'json', { users });
  if (status !== 201) throw new Error(`users could not be created: ${status}`);
}

export interface GroupPeople {
  readonly name: string;
  readonly description?: string;
  readonly admins?: readonly string[];
  readonly members?: readonly string[];
  readonly shared?: boolean;
}

export async function createGroups(api: TestApi, ...groups: GroupPeople[]): Promise<void> {
  for (const group of groups) {
    const { status } = await api.call('POST', '/groups', 'json', group);
    if (status !== 201) throw new Error(`group ${group.name} could not be created: ${status}`);
  }
}

/** `kind` determines whether the entry names a user or a group. */
export interface RoomEntry {
  readonly kind?: 'user' | 'group';
  readonly who: string;
  readonly affiliation: 'owner' | 'admin' | 'member' | 'outcast';
  readonly nickname?: string;
}

/** Stores a room of the service `conference` with these entries. */
export async function createRoom(
  api: TestApi,
  name: string,
  entries: readonly RoomEntry[],
): Promise<void> {
  const [room] = await api.database.sql(
    "insert into room (service, name, persistent) values ('conference', $1, true) returning id",
    [name],
  );
  for (const { kind, who, affiliation, nickname } of entries) {
    await (kind === 'group'
      ? api.database.sql('insert into room_group_affiliation values ($1, $2, $3)', [
          room!['id'],
          who,
          affiliation,
        ])
      : api.database.sql('insert into room_affiliation values ($1, $2, $3, $4)', [
          room!['id'],
          who,
          affiliation,
          nickname ?? null,
        ]));
  }
}

/** `jid affiliation nickname` of every entry of a room; groups have an asterisk. */
export async function roomEntries(api: TestApi, name: string): Promise<readonly string[]> {
  const rows = await api.database.sql(
    `select concat_ws(' ', jid, affiliation, nickname) as entry
     from room_affiliation join room on room.id = room_id where room.name = $1
     union all
     select concat_ws(' ', '*' || group_name, affiliation)
     from room_group_affiliation join room on room.id = room_id where room.name = $1
     order by 1`,
    [name],
  );
  return rows.map(({ entry }) => String(entry));
}

/** Removes all users, groups and rooms, and the list of administrators. */
export async function startOver(api: TestApi): Promise<void> {
  await api.database.sql('delete from room');
  await api.database.sql('delete from user_group');
  await api.database.sql('delete from account');
  await api.setProperty('admin.authorizedJIDs', null);
}
