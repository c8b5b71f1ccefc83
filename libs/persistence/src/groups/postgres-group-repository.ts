import type { RoomRef } from '@chat-admin/domain/chat-server/chat-server';
import type {
  Group,
  GroupMember,
  GroupPerson,
  GroupRole,
  GroupSummary,
  LongGroup,
} from '@chat-admin/domain/groups/group';
import { GROUP_ROLES } from '@chat-admin/domain/groups/group';
import { GroupAlreadyExists } from '@chat-admin/domain/groups/errors';
import { GroupRepository } from '@chat-admin/domain/groups/group-repository';
import type { GroupSource, PutMember } from '@chat-admin/domain/groups/group-repository';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { LongList } from '@chat-admin/domain/shared/long-list';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { translate } from '../database/database-error.js';
import { giveOwnerWhereNoneIsLeft, roomRefs } from '../references/rooms-without-owner.js';
import type { TouchedRoomRow } from '../references/rooms-without-owner.js';
import { MOST_AT_ONCE } from '../database/row-streams.js';
import type { RowStreams } from '../database/row-streams.js';
import * as sql from './group-statements.js';

/** Groups in `user_group` and `group_member`. */
export class PostgresGroupRepository extends GroupRepository {
  private readonly groups: CoalescedReads<string, Group>;
  private readonly lists: CoalescedReads<BareJid, readonly string[]>;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
    this.groups = new CoalescedReads({
      one: async (name) => (await db.runAlone<Group>(sql.read, [name])).rows[0] ?? null,
      many: async (names) => {
        const { rows } = await db.runAlone<Group>(sql.readMany, [names]);
        return new Map(rows.map((group) => [group.name, group]));
      },
    });
    this.lists = new CoalescedReads({
      one: async (jid) => (await db.runAlone<NamesRow>(sql.namesOf, [jid])).rows[0]!.names,
      many: async (jids) => {
        const { rows } = await db.runAlone<NamesRow>(sql.namesOfMany, [jids]);
        return new Map(rows.map((row) => [row.jid, row.names]));
      },
    });
  }

  list(): AsyncIterable<readonly GroupSummary[]> {
    return this.streams.read<GroupSummary>(sql.LIST_GROUPS, []);
  }

  async find(name: string): Promise<Group | null> {
    return (await this.db.run<Group>(sql.find, [name])).rows[0] ?? null;
  }

  async sourceOf(name: string): Promise<GroupSource> {
    const [source] = (await this.db.run<GroupSource>(sql.sourceOf, [name])).rows;
    return source ?? { managedBy: null, externalId: null };
  }

  async read(name: string): Promise<Group | LongGroup | null> {
    if (this.db.active) return this.find(name);
    const group = await this.groups.get(name);
    if (group === null) return null;
    const size = group.admins.length + group.members.length;
    return size <= MOST_AT_ONCE ? group : this.readLong(name);
  }

  /** Reads the people once the lock is held: an earlier snapshot could miss some. */
  async lock(name: string): Promise<Group | null> {
    const { count } = await this.db.run(sql.lockRow, [name]);
    return count > 0 ? this.find(name) : null;
  }

  async add(group: Group): Promise<boolean> {
    return (await this.db.run(sql.add, groupValues(group))).count > 0;
  }

  async replace(group: Group, roles: readonly GroupRole[] = GROUP_ROLES): Promise<void> {
    const { name, description, shared } = group;
    if (roles.length > 0) {
      const [jids, isAdmin] = peopleValues(group, roles);
      await this.db.run(sql.replacePeople, [name, jids, isAdmin]);
      await this.db.run(sql.dropOthers, [name, jids, roles.map((role) => role === 'admin')]);
    }
    await this.db.run(sql.replaceOptions, [name, description, shared]);
  }

  async rename(from: string, to: string): Promise<readonly RoomRef[]> {
    const taken = () => new GroupAlreadyExists(to);
    await this.db.run(sql.rename, [from, to]).catch(translate({ user_group_pk: taken }));
    return this.rooms(to);
  }

  async remove(name: string, heir: BareJid): Promise<readonly RoomRef[]> {
    const { rows } = await this.db.run<TouchedRoomRow>(sql.rooms, [name]);
    await this.db.run(sql.remove, [name]);
    await giveOwnerWhereNoneIsLeft(this.db, rows, heir);
    return roomRefs(rows);
  }

  async rooms(name: string): Promise<readonly RoomRef[]> {
    return roomRefs((await this.db.run<TouchedRoomRow>(sql.rooms, [name])).rows);
  }

  async names(): Promise<LongList<string>> {
    const { names } = (await this.db.runAlone<NamesRow>(sql.names)).rows[0]!;
    return names.length <= MOST_AT_ONCE ? names : this.streamNames(sql.NAMES, []);
  }

  /** Always outside of a transaction. */
  async namesOf(jid: BareJid): Promise<LongList<string>> {
    const names = (await this.lists.get(jid))!;
    return names.length <= MOST_AT_ONCE ? names : this.streamNames(sql.NAMES_OF, [jid]);
  }

  async lockExisting(names: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.changed(sql.lockExisting, [names]));
  }

  async sharedAmong(names: readonly string[]): Promise<readonly string[]> {
    return names.length === 0 ? [] : this.changed(sql.sharedAmong, [names]);
  }

  async addMissing(names: readonly string[], shared: boolean): Promise<void> {
    if (names.length > 0) await this.db.run(sql.addMissing, [names, shared]);
  }

  join(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.changed(sql.join, [names, jid]);
  }

  leave(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.changed(sql.leave, [names, jid]);
  }

  async members(name: string): Promise<AsyncIterable<readonly GroupMember[]> | null> {
    const values = [name];
    const rows = this.streams.readEach([
      { text: sql.SUMMARY, values },
      { text: sql.PEOPLE_IN_ORDER, values },
    ]);
    const { done } = await rows.next();
    return done ? null : (rows as AsyncIterable<readonly GroupMember[]>);
  }

  async lockMember(name: string, jid: BareJid): Promise<GroupRole | null> {
    const { rows } = await this.db.run<RoleRow>(sql.lockMember, [name, jid]);
    return rows[0]?.role ?? null;
  }

  async putMember(name: string, jid: BareJid, role: GroupRole | null): Promise<PutMember> {
    type Row = RoleRow & { readonly isNew: boolean };
    const isAdmin = role === null ? null : role === 'admin';
    const [put] = (await this.db.run<Row>(sql.putMember, [name, jid, isAdmin])).rows;
    if (put === undefined) return { outcome: 'unchanged', role: null };
    return { outcome: put.isNew ? 'added' : 'changed', role: put.role };
  }

  async removeMember(name: string, jid: BareJid): Promise<GroupRole | null> {
    const { rows } = await this.db.run<RoleRow>(sql.removeMember, [name, jid]);
    return rows[0]?.role ?? null;
  }

  private async readLong(name: string): Promise<LongGroup | null> {
    const values = [name];
    const people = this.streams.snapshot<GroupPerson>([
      { text: sql.ADMINS, values },
      { text: sql.MEMBERS, values },
    ]);
    const [summary] = await people.readFirst<GroupSummary>({ text: sql.SUMMARY, values });
    if (summary !== undefined) return { ...summary, people };
    await people.release();
    return null;
  }

  private async *streamNames(
    text: string,
    values: readonly unknown[],
  ): AsyncGenerator<readonly string[]> {
    for await (const rows of this.streams.read<{ name: string }>(text, values)) {
      yield rows.map(({ name }) => name);
    }
  }

  private async changed(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<readonly string[]> {
    const { rows } = await this.db.run<{ name: string }>(statement, values);
    return rows.map(({ name }) => name);
  }
}

interface RoleRow {
  readonly role: GroupRole;
}

interface NamesRow {
  readonly jid: BareJid;
  readonly names: readonly string[];
}

function groupValues(group: Group): readonly unknown[] {
  return [group.name, group.description, group.shared, ...peopleValues(group, GROUP_ROLES)];
}

/** Of each, whether the group's admin. */
function peopleValues(
  group: Group,
  roles: readonly GroupRole[],
): readonly [readonly BareJid[], readonly boolean[]] {
  const people = roles.flatMap((role) => group[`${role}s`].map((jid) => ({ jid, role })));
  return [people.map(({ jid }) => jid), people.map(({ role }) => role === 'admin')];
}
