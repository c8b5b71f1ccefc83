import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Asked } from '@chat-admin/domain/muc/affiliations/references';
import type { Extent, RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { CoalescedReads } from '../../database/coalesced-reads.js';
import type { CurrentTransaction, Rows, Statement } from '../../database/current-transaction.js';

const all = (table: string, key: string) => `
    select ${key}, affiliation from ${table} where room_id = room.id`;

/** Those asked for, and one owner entry that was not. */
const some = (table: string, key: string, asked: string) => `
    ${all(table, key)} and ${key} = any (${asked})
    union all
    (${all(table, key)} and affiliation = 'owner' and ${key} <> all (${asked}) limit 1)`;

const ENTRIES: Readonly<Record<Extent, typeof some>> = { asked: some, all };

/** @param asked the sources of the names: users, groups, people */
const excerpt = (extent: Extent, [users, groups, people]: readonly [string, string, string]) => `
  select room.id, room.version, room.password,
    room.login_restricted_to_nickname as "loginRestrictedToNickname",
    (select json_object_agg(jid, affiliation)
     from (${ENTRIES[extent]('room_affiliation', 'jid', people)}) entry) as people,
    (select json_object_agg(group_name, affiliation)
     from (${ENTRIES[extent]('room_group_affiliation', 'group_name', groups)}) entry) as groups,
    (select json_agg(username) from account where username = any (${users})) as "existingUsers",
    (select json_agg(name) from user_group where name = any (${groups})) as "existingGroups"`;

const one = (extent: Extent, name: string): Statement => ({
  name,
  text: `${excerpt(extent, ['$3::text[]', '$4::text[]', '$5::text[]'])}
  from room where service = $1 and name = $2`,
});

const ONE: Readonly<Record<Extent, Statement>> = {
  asked: one('asked', 'room-excerpt'),
  all: one('all', 'room-excerpt-all'),
};

const MANY: Statement = {
  name: 'room-excerpt-many',
  text: `${excerpt('asked', ['asked.users', 'asked.groups', 'asked.people'])}, asked.place
  from rows from (
    jsonb_to_recordset($1) as (service text, name text, users text[], groups text[], people text[])
  ) with ordinality as asked (service, name, users, groups, people, place)
  join room using (service, name)`,
};

interface Row {
  readonly id: number;
  readonly version: number;
  readonly password: string | null;
  readonly loginRestrictedToNickname: boolean;
  readonly people: Readonly<Record<BareJid, Affiliation>> | null;
  readonly groups: Readonly<Record<string, Affiliation>> | null;
  readonly existingUsers: readonly Localpart[] | null;
  readonly existingGroups: readonly string[] | null;
}

interface Question extends Asked {
  readonly service: ServiceName;
  readonly name: Localpart;
}

/** What decides about entries of rooms, each answer of one moment. */
export class RoomExcerpts {
  private readonly reads: CoalescedReads<string, RoomSnapshot>;

  constructor(private readonly db: CurrentTransaction) {
    this.reads = new CoalescedReads({
      one: async (text) => {
        const rows = await db.runAlone<Row>(
          ONE.asked,
          valuesOf(JSON.parse(text) as Question, 'asked'),
        );
        return onlyOf(rows);
      },
      many: async (texts) => {
        const { rows } = await db.runAlone<Row & { readonly place: number }>(MANY, [
          `[${texts.join()}]`,
        ]);
        return new Map(rows.map((row) => [texts[row.place - 1]!, snapshotOf(row)]));
      },
    });
  }

  /** Outside of transactions. What is asked in one turn about a few entries shares a statement. */
  async read(question: Question, extent: Extent): Promise<RoomSnapshot | null> {
    if (extent === 'asked') return this.reads.get(JSON.stringify(question));
    return onlyOf(await this.db.runAlone<Row>(ONE.all, valuesOf(question, 'all')));
  }

  /** In the current transaction. */
  async readLocked(question: Question, extent: Extent): Promise<RoomSnapshot | null> {
    return onlyOf(await this.db.run<Row>(ONE[extent], valuesOf(question, extent)));
  }
}

function valuesOf(question: Question, extent: Extent): readonly unknown[] {
  const { service, name, users, groups, people } = question;
  return [service, name, users, groups, ...(extent === 'asked' ? [people] : [])];
}

function onlyOf({ rows }: Rows<Row>): RoomSnapshot | null {
  return rows.length === 0 ? null : snapshotOf(rows[0]!);
}

function snapshotOf(row: Row): RoomSnapshot {
  const { id, version, password, loginRestrictedToNickname } = row;
  return {
    id,
    version,
    options: { password, loginRestrictedToNickname },
    affiliations: { people: mapOf(row.people), groups: mapOf(row.groups) },
    existing: { users: new Set(row.existingUsers), groups: new Set(row.existingGroups) },
  };
}

function mapOf<Key extends string>(
  held: Readonly<Record<Key, Affiliation>> | null,
): ReadonlyMap<Key, Affiliation> {
  return new Map(Object.entries(held ?? {}) as [Key, Affiliation][]);
}
