import type { RoomRef } from '../chat-server/chat-server.js';
import { GroupAlreadyExists } from '../groups/errors.js';
import { GROUP_ROLES } from '../groups/group.js';
import type { Group, GroupMember, GroupRole, GroupSummary } from '../groups/group.js';
import { GroupRepository } from '../groups/group-repository.js';
import type { GroupSource, PutMember } from '../groups/group-repository.js';
import type { BareJid } from '../shared/jid.js';
import { compareCodePoints } from '../shared/order.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { giveOwner, putRoom, without } from './rows.js';
import type { RoomRow, Rows } from './rows.js';

export class InMemoryGroupRepository extends GroupRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  list(): AsyncIterable<readonly GroupSummary[]> {
    const summaries = [...this.database.rows.groups.values()]
      .map(({ name, description, shared }) => ({ name, description, shared }))
      .sort((a, b) => compareCodePoints(a.name, b.name));
    return batches(summaries);
  }

  async find(name: string): Promise<Group | null> {
    return this.database.rows.groups.get(name) ?? null;
  }

  async sourceOf(name: string): Promise<GroupSource> {
    const managed = this.database.rows.managedGroups.get(name);
    return { managedBy: managed?.source ?? null, externalId: managed?.externalId ?? null };
  }

  read(name: string): Promise<Group | null> {
    return this.find(name);
  }

  /** Transactions run one after the other: being in one is the lock. */
  lock(name: string): Promise<Group | null> {
    return this.find(name);
  }

  add(group: Group): Promise<boolean> {
    return this.database.change(({ groups }) => {
      if (groups.has(group.name)) return false;
      groups.set(group.name, group);
      return true;
    });
  }

  async replace(group: Group, roles: readonly GroupRole[] = GROUP_ROLES): Promise<void> {
    await this.database.change((rows) => {
      const before = rows.groups.get(group.name)!;
      const { admins } = roles.includes('admin') ? group : before;
      const { members } = roles.includes('member') ? group : before;
      const others = members.filter((jid) => !admins.includes(jid));
      put(rows, { ...group, admins, members: others });
    });
  }

  rename(from: string, to: string): Promise<readonly RoomRef[]> {
    return this.database.change((rows) => {
      if (rows.groups.has(to)) throw new GroupAlreadyExists(to);
      const affiliated = roomsOf(from, rows);
      const group = rows.groups.get(from)!;
      rows.groups.delete(from);
      rows.groups.set(to, { ...group, name: to });
      const managed = rows.managedGroups.get(from);
      rows.managedGroups.delete(from);
      if (managed) rows.managedGroups.set(to, managed);
      for (const room of affiliated) {
        const groups = new Map(without(room.groups, from)).set(to, room.groups.get(from)!);
        putRoom(rows, room, { groups });
      }
      return affiliated.map(refOf);
    });
  }

  remove(name: string, heir: BareJid): Promise<readonly RoomRef[]> {
    return this.database.change((rows) => {
      const affiliated = roomsOf(name, rows);
      rows.groups.delete(name);
      rows.managedGroups.delete(name);
      for (const room of affiliated) {
        const changed = putRoom(rows, room, { groups: without(room.groups, name) });
        if (room.groups.get(name) === 'owner') giveOwner(rows, changed, heir);
      }
      return affiliated.map(refOf);
    });
  }

  async rooms(name: string): Promise<readonly RoomRef[]> {
    return roomsOf(name, this.database.rows).map(refOf);
  }

  async names(): Promise<readonly string[]> {
    return [...this.database.rows.groups.keys()].sort(compareCodePoints);
  }

  async namesOf(jid: BareJid): Promise<readonly string[]> {
    return [...this.database.rows.groups.values()]
      .filter((group) => holds(group, jid))
      .map(({ name }) => name)
      .sort(compareCodePoints);
  }

  async lockExisting(names: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(names.filter((name) => this.database.rows.groups.has(name)));
  }

  async sharedAmong(names: readonly string[]): Promise<readonly string[]> {
    const shared = names.filter((name) => this.database.rows.groups.get(name)?.shared);
    return shared.sort(compareCodePoints);
  }

  async addMissing(names: readonly string[], shared: boolean): Promise<void> {
    await this.database.change(({ groups }) => {
      for (const name of names) {
        if (groups.has(name)) continue;
        groups.set(name, { name, description: '', shared, admins: [], members: [] });
      }
    });
  }

  join(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.changeAll(names, (group) =>
      holds(group, jid)
        ? group
        : { ...group, members: [...group.members, jid].sort(compareCodePoints) },
    );
  }

  leave(names: readonly string[], jid: BareJid): Promise<readonly string[]> {
    return this.changeAll(names, (group) => (holds(group, jid) ? leftBy(group, jid) : group));
  }

  async members(name: string): Promise<AsyncIterable<readonly GroupMember[]> | null> {
    const group = await this.find(name);
    if (group === null) return null;
    const of = (role: GroupRole) => group[`${role}s`].map((jid) => ({ jid, role }));
    const all = [...of('admin'), ...of('member')];
    return batches(all.sort((a, b) => compareCodePoints(a.jid, b.jid)));
  }

  async lockMember(name: string, jid: BareJid): Promise<GroupRole | null> {
    const group = this.database.rows.groups.get(name)!;
    return roleIn(group, jid);
  }

  async putMember(name: string, jid: BareJid, role: GroupRole | null): Promise<PutMember> {
    const group = this.database.rows.groups.get(name)!;
    const before = roleIn(group, jid);
    const after = role ?? before ?? 'member';
    if (after === before) return { outcome: 'unchanged', role: null };
    await this.changeAll([name], (one) => {
      const others = leftBy(one, jid);
      return { ...others, [`${after}s`]: [...others[`${after}s`], jid].sort(compareCodePoints) };
    });
    return { outcome: before === null ? 'added' : 'changed', role: after };
  }

  async removeMember(name: string, jid: BareJid): Promise<GroupRole | null> {
    const role = roleIn(this.database.rows.groups.get(name)!, jid);
    await this.leave([name], jid);
    return role;
  }

  private changeAll(
    names: readonly string[],
    change: (group: Group) => Group,
  ): Promise<readonly string[]> {
    return this.database.change((rows) =>
      names.filter((name) => {
        const group = rows.groups.get(name);
        const changed = group && change(group);
        if (changed === group) return false;
        put(rows, changed!);
        return true;
      }),
    );
  }
}

export function leftBy(group: Group, jid: BareJid): Group {
  const others = (people: readonly BareJid[]) => people.filter((one) => one !== jid);
  return { ...group, admins: others(group.admins), members: others(group.members) };
}

export function holds({ admins, members }: Group, jid: BareJid): boolean {
  return admins.includes(jid) || members.includes(jid);
}

function roleIn({ admins, members }: Group, jid: BareJid): GroupRole | null {
  if (admins.includes(jid)) return 'admin';
  return members.includes(jid) ? 'member' : null;
}

/** Gives rooms that affiliate the group a new version when its people have changed. */
export function put(rows: Rows, group: Group): void {
  const before = rows.groups.get(group.name);
  rows.groups.set(group.name, group);
  if (before && peopleText(before) === peopleText(group)) return;
  for (const room of roomsOf(group.name, rows)) putRoom(rows, room, {});
}

function peopleText({ admins, members }: Group): string {
  return JSON.stringify([admins, members]);
}

function roomsOf(name: string, { rooms }: Rows): readonly RoomRow[] {
  return [...rooms.values()]
    .filter((room) => room.groups.has(name))
    .sort((a, b) => compareCodePoints(a.service, b.service) || compareCodePoints(a.name, b.name));
}

export function refOf({ service, name }: RoomRow): RoomRef {
  return { service, room: name };
}
