import type { RoomRef } from '@chat-admin/domain/chat-server/chat-server';
import type { Group, GroupSummary } from '@chat-admin/domain/groups/group';
import { GroupRepository } from '@chat-admin/domain/groups/group-repository';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { giveOwnerWhereNoneIsLeft, roomRefs } from '../references/rooms-without-owner.js';
import type { TouchedRoomRow } from '../references/rooms-without-owner.js';
import type { RowStreams } from '../database/row-streams.js';
import * as sql from './group-statements.js';

/** Groups in `user_group` and `group_member`. */
export class PostgresGroupRepository extends GroupRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  list(): AsyncIterable<readonly GroupSummary[]> {
    return this.streams.read<GroupSummary>(sql.LIST_GROUPS, []);
  }

  async find(name: string): Promise<Group | null> {
    return (await this.db.run<Group>(sql.find, [name])).rows[0] ?? null;
  }

  /** Reads the people once the lock is held: an earlier snapshot could miss some. */
  async lock(name: string): Promise<Group | null> {
    const { count } = await this.db.run(sql.lockRow, [name]);
    return count > 0 ? this.find(name) : null;
  }

  async add(group: Group): Promise<boolean> {
    return (await this.db.run(sql.add, groupValues(group))).count > 0;
  }

  async replace(group: Group): Promise<void> {
    const [name, description, shared, ...people] = groupValues(group);
    await this.db.run(sql.replacePeople, [name, ...people]);
    await this.db.run(sql.dropOthers, [name, people[0]]);
    await this.db.run(sql.replaceOptions, [name, description, shared]);
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

  namesOf(jid: BareJid): Promise<readonly string[]> {
    return this.names(sql.namesOf, [jid]);
  }

  async lockExisting(names: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.names(sql.lockExisting, [names]));
  }

  async sharedAmong(names: readonly string[]): Promise<readonly string[]> {
    return names.length === 0 ? [] : this.names(sql.sharedAmong, [names]);
  }

  async addMissing(names: readonly string[], description: string | null): Promise<void> {
    if (names.length > 0) await this.db.run(sql.addMissing, [names, description]);
  }

  join(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.names(sql.join, [names, jid]);
  }

  leave(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.names(sql.leave, [names, jid]);
  }

  private async names(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<readonly string[]> {
    const { rows } = await this.db.run<{ name: string }>(statement, values);
    return rows.map(({ name }) => name);
  }
}

function groupValues(group: Group): readonly unknown[] {
  return [
    group.name,
    group.description,
    group.shared,
    [...group.admins, ...group.members],
    [...group.admins.map(() => true), ...group.members.map(() => false)],
  ];
}
