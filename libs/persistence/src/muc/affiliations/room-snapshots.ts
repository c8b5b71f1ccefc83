import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { AskedNames } from '@chat-admin/domain/muc/affiliations/references';
import type { RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { CoalescedReads } from '../../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { selectRooms } from '../rooms/room-select.js';

const found = (name: string, table: string, condition: string) =>
  `coalesce((select json_agg(${name}) from ${table} where ${name} ${condition}), '[]')`;

const more = (askedUsers: string, askedGroups: string) => `,
    room.id, room.version,
    ${found('username', 'account', askedUsers)} as users,
    ${found('name', 'user_group', askedGroups)} as groups`;

const one: Statement = {
  name: 'room-snapshot',
  text: selectRooms(
    'select * from room where service = $1 and name = $2',
    false,
    more('= any ($3::text[])', '= any ($4::text[])'),
  ),
};

/** Each with at most one name of a user and of a group. */
const many: Statement = {
  name: 'room-snapshot-many',
  text: selectRooms(
    `select room.*, place, asked_user, asked_group
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
       as given (asked_service, asked_name, asked_user, asked_group, place)
     join room on service = asked_service and name = asked_name`,
    false,
    `${more('= room.asked_user', '= room.asked_group')}, room.place`,
  ),
};

interface Row extends Room {
  readonly id: number;
  readonly version: number;
  readonly users: readonly Localpart[];
  readonly groups: readonly string[];
}

type Key = readonly [ServiceName, Localpart, Localpart | null, string | null];

/** Rooms with what exists of some names, all of one moment. */
export class RoomSnapshots {
  private readonly reads: CoalescedReads<string, RoomSnapshot>;

  constructor(private readonly db: CurrentTransaction) {
    this.reads = new CoalescedReads({
      one: (text) => {
        const [service, name, user, group] = JSON.parse(text) as Key;
        return this.alone(service, name, listOf(user), listOf(group));
      },
      many: async (texts) => {
        const keys = texts.map((text) => JSON.parse(text) as Key);
        const { rows } = await this.db.runAlone<Row & { readonly place: number }>(
          many,
          [0, 1, 2, 3].map((part) => keys.map((key) => key[part])),
        );
        return new Map(rows.map(({ place, ...row }) => [texts[place - 1]!, snapshotOf(row)]));
      },
    });
  }

  /** Those that ask for few names share a statement with others of the same turn. */
  read(
    service: ServiceName,
    name: Localpart,
    { users, groups }: AskedNames,
  ): Promise<RoomSnapshot | null> {
    if (users.length > 1 || groups.length > 1) return this.alone(service, name, users, groups);
    const key: Key = [service, name, users[0] ?? null, groups[0] ?? null];
    return this.reads.get(JSON.stringify(key));
  }

  private async alone(...values: readonly unknown[]): Promise<RoomSnapshot | null> {
    const [row] = (await this.db.runAlone<Row>(one, values)).rows;
    return row === undefined ? null : snapshotOf(row);
  }
}

function snapshotOf({ id, version, users, groups, ...room }: Row): RoomSnapshot {
  return {
    id,
    version,
    room,
    existing: { users: new Set(users), groups: new Set(groups) },
  };
}

function listOf<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value];
}
