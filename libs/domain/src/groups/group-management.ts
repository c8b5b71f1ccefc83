import type { ChatServer } from '../chat-server/chat-server.js';
import { isDifferent, namesOf } from '../shared/audit-facts.js';
import type { Patched } from '../shared/audit-facts.js';
import { InvalidArgument, isLonger } from '../shared/domain-error.js';
import type { LongList } from '../shared/long-list.js';
import { setBy } from '../shared/patch.js';
import { shownValue } from '../shared/shown-value.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { changesBetween } from './group-facts.js';
import type { DefaultOwners } from '../system/default-owners.js';
import { GroupAlreadyExists, GroupNotFound } from './errors.js';
import {
  describedGroup,
  GROUP_ROLES,
  groupNameFault,
  groupNameRefused,
  isGroupName,
  MAX_GROUP_NAME_LENGTH,
  patchedGroup,
} from './group.js';
import type { Group, GroupDraft, GroupPatch, GroupSummary, LongGroup } from './group.js';
import type { GroupRepository, GroupSource } from './group-repository.js';

/** Groups of users, optionally shared into rosters. Contract: core 6 */
export class GroupManagement {
  constructor(
    private readonly groups: GroupRepository,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly owners: DefaultOwners,
    private readonly chatServer: ChatServer,
  ) {}

  list(): AsyncIterable<readonly GroupSummary[]> {
    return this.groups.list();
  }

  /** Names of all groups, ascending. */
  names(): Promise<LongList<string>> {
    return this.groups.names();
  }

  /** @throws GroupNotFound */
  async get(name: string): Promise<Group | LongGroup> {
    const group = await this.groups.read(name);
    if (group === null) throw new GroupNotFound(name);
    return group;
  }

  sourceOf(name: string): Promise<GroupSource> {
    return this.groups.sourceOf(name);
  }

  /** @throws InvalidArgument, GroupAlreadyExists */
  async create(draft: GroupDraft | null): Promise<void> {
    const name = draft?.name ?? '';
    if (draft === null || name === '' || isLonger(name, MAX_GROUP_NAME_LENGTH)) {
      throw groupNameRefused(name);
    }
    const group = await describedGroup(name, draft, this.domain);
    if (name.trim() === '') throw new GroupAlreadyExists(name, groupNameFault(name));
    this.transactions.note({ about: namesOf([...group.members, ...group.admins], (jid) => jid) });
    await this.transactions.run(async () => {
      if (!(await this.groups.add(group))) throw new GroupAlreadyExists(name);
    });
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged([name]));
  }

  /** As {@link create}; `path` names the group, too. That it exists is told before what is wrong with the draft. */
  async createAt(path: string, draft: GroupDraft | null): Promise<void> {
    requireNamed(path, draft?.name ?? path);
    if ((await this.groups.find(path)) !== null) throw new GroupAlreadyExists(path);
    await this.create({ ...draft, name: path });
  }

  /**
   * Overwrites what the draft names. @throws InvalidArgument, GroupNotFound, TooManyParts. Contract:
   * core 6.1
   */
  async update(path: string, draft: GroupDraft | null): Promise<void> {
    await this.patch(path, { ...draft, name: draft?.name ?? null });
  }

  /**
   * Applied to what is stored when it is its turn, and only if that makes a difference.
   * @returns the group after it, and what that has changed
   * @throws InvalidArgument, GroupNotFound, TooManyParts. Contract: extensions E3
   */
  async patch(path: string, patch: GroupPatch): Promise<Patched<Group>> {
    const { name = path } = patch;
    if (!name) {
      const detail = groupNameFault('');
      throw new InvalidArgument('group-name-missing', { resource: 'groups', detail });
    }
    requireNamed(path, name);
    // what is wrong with it is told only to those who name a group; it is not worked out while that is locked
    const [described] = await Promise.allSettled([this.described(path, setBy(patch))]);
    const patched = await this.transactions.run(async () => {
      const before = await this.groups.lock(path);
      if (before === null) throw new GroupNotFound(path);
      if (described.status === 'rejected') throw described.reason;
      const after = patchedGroup(before, patch, described.value);
      const changes = changesBetween(before, after);
      this.transactions.note(changes);
      const named = GROUP_ROLES.filter((role) => patch[`${role}s`] !== undefined);
      if (after !== before) await this.groups.replace(after, named);
      return { after, changes };
    });
    if (isDifferent(patched.changes)) {
      await this.transactions.afterCommit(() => this.chatServer.groupsChanged([path]));
    }
    return patched;
  }

  /** People who are in the group under names that older rules allowed may stay. */
  private async described(path: string, draft: GroupDraft): Promise<Group> {
    try {
      return await describedGroup(path, draft, this.domain);
    } catch (refusal) {
      const before = await this.groups.find(path);
      if (before === null) throw refusal;
      const held = new Set([...before.admins, ...before.members]);
      return describedGroup(path, draft, this.domain, held);
    }
  }

  /**
   * The people, the affiliations of rooms and what is shown to the group stay.
   * @throws InvalidArgument, GroupNotFound, GroupAlreadyExists. Contract: extensions E13.8
   */
  async rename(from: string, to: string): Promise<void> {
    if (!isGroupName(to)) throw groupNameRefused(to);
    this.transactions.note({ to });
    const rooms = await this.transactions.run(async () => {
      if (!(await this.groups.lock(from))) throw new GroupNotFound(from);
      return from === to ? [] : this.groups.rename(from, to);
    });
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged([from, to]));
    await this.transactions.afterCommit(() => this.chatServer.roomsChanged(rooms));
  }

  /** @throws GroupNotFound */
  async remove(name: string): Promise<void> {
    const rooms = await this.transactions.run(async () => {
      if (!(await this.groups.lock(name))) throw new GroupNotFound(name);
      return this.groups.remove(name, await this.owners.next(null));
    });
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged([name]));
    await this.transactions.afterCommit(() => this.chatServer.roomsChanged(rooms));
  }
}

/** @throws InvalidArgument. Contract: core 6.1 PUT, check 2 */
function requireNamed(path: string, named: string): void {
  if (named === path) return;
  const detail = `the document names ${shownValue(named)}`;
  throw new InvalidArgument('group-name-mismatch', { resource: `${path} != ${named}`, detail });
}
