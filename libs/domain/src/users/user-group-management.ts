import type { ChatServer } from '../chat-server/chat-server.js';
import { GroupNotFound } from '../groups/errors.js';
import { groupNameRefused, isGroupName } from '../groups/group.js';
import type { GroupList } from '../groups/group-list.js';
import type { GroupRepository } from '../groups/group-repository.js';
import type { Localpart } from '../shared/jid.js';
import type { LongList } from '../shared/long-list.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Use } from '../shared/stringprep.js';
import type { Transactions } from '../shared/transactions.js';
import { UserNotFound } from './errors.js';
import { localUser } from './local-user.js';
import type { UserChanges } from './user-changes.js';
import type { UserRepository } from './user-repository.js';

/** The groups of one user. Contract: core 4.1 */
export class UserGroupManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
    private readonly groupList: GroupList,
    private readonly changes: UserChanges,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws NonLocalUser, UserNotFound */
  async list(name: string): Promise<LongList<string>> {
    const user = localUser(name, this.domain);
    const [found, names] = await Promise.all([
      this.users.find(user),
      this.groups.namesOf(this.domain.jidOf(user)),
    ]);
    if (!found) throw new UserNotFound(name);
    return names;
  }

  /** As {@link list}, in any order and by page. @throws NonLocalUser, UserNotFound */
  async ordered(name: string): Promise<OrderedList<string>> {
    const user = localUser(name, this.domain);
    if (!(await this.users.find(user))) throw new UserNotFound(name);
    return this.groupList.namesOf(this.domain.jidOf(user));
  }

  /**
   * Creates missing groups, with an empty description.
   * @returns the groups that the user was not in
   * @throws NonLocalUser, UserNotFound, InvalidArgument
   */
  join(
    name: string,
    groupNames: readonly string[],
    created: { readonly shared: boolean } = { shared: false },
  ): Promise<readonly string[]> {
    return this.change(name, 'stored', groupNames, async (user, names) => {
      const outcome = await this.changes.joinGroups(user, names, created.shared, isGroupName);
      if (outcome !== null && 'refused' in outcome) throw groupNameRefused(outcome.refused);
      return outcome;
    });
  }

  /**
   * @throws NonLocalUser, UserNotFound, GroupNotFound (for the first missing one; nothing is
   * changed)
   */
  async leave(name: string, groupNames: readonly string[]): Promise<void> {
    await this.change(name, 'query', groupNames, async (user, names) => {
      const outcome = await this.changes.leaveGroups(user, names);
      if (outcome !== null && 'missing' in outcome) throw new GroupNotFound(outcome.missing);
      return outcome;
    });
  }

  /**
   * The user is in exactly these groups. Creates missing ones, as {@link join}; who is an admin of one stays that.
   * @returns the groups that changed
   * @throws NonLocalUser, UserNotFound, InvalidArgument
   */
  set(name: string, groupNames: readonly string[]): Promise<readonly string[]> {
    return this.transactions.run(async () => {
      const joined = await this.join(name, groupNames);
      const left = await this.change(name, 'stored', groupNames, (user, names) =>
        this.changes.leaveOtherGroups(user, names),
      );
      return [...joined, ...left];
    });
  }

  private async change(
    name: string,
    use: Use,
    groupNames: readonly string[],
    work: (user: Localpart, names: readonly string[]) => Promise<readonly string[] | null>,
  ): Promise<readonly string[]> {
    const changed = await work(localUser(name, this.domain, use), [...new Set(groupNames)]);
    if (changed === null) throw new UserNotFound(name);
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged(changed));
    return changed;
  }
}
