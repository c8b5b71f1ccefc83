import type { ChatServer } from '../chat-server/chat-server.js';
import { GroupNotFound } from '../groups/errors.js';
import { requireGroupName } from '../groups/group.js';
import type { GroupRepository } from '../groups/group-repository.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { LongList } from '../shared/long-list.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Use } from '../shared/stringprep.js';
import type { Transactions } from '../shared/transactions.js';
import { UserNotFound } from './errors.js';
import { localUser } from './local-user.js';
import type { UserRepository } from './user-repository.js';

/** The groups of one user. Contract: core 4.1 */
export class UserGroupManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
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

  /**
   * Creates missing groups, not shared and with this description.
   * @throws NonLocalUser, UserNotFound, InvalidArgument
   */
  join(
    name: string,
    groupNames: readonly string[],
    description: string | null = '',
  ): Promise<void> {
    return this.change(name, 'stored', groupNames, async (jid, names) => {
      const existing = await this.groups.lockExisting(names);
      const missing = names.filter((group) => !existing.has(group));
      missing.forEach(requireGroupName);
      await this.groups.addMissing(missing, description);
      return this.groups.join(names, jid);
    });
  }

  /**
   * @throws NonLocalUser, UserNotFound, GroupNotFound (for the first missing one; nothing is
   * changed)
   */
  leave(name: string, groupNames: readonly string[]): Promise<void> {
    return this.change(name, 'query', groupNames, async (jid, names) => {
      const existing = await this.groups.lockExisting(names);
      const missing = names.find((group) => !existing.has(group));
      if (missing !== undefined) throw new GroupNotFound(missing);
      return this.groups.leave(names, jid);
    });
  }

  private async change(
    name: string,
    use: Use,
    groupNames: readonly string[],
    work: (jid: BareJid, names: readonly string[]) => Promise<readonly string[]>,
  ): Promise<void> {
    const user: Localpart = localUser(name, this.domain, use);
    const changed = await this.transactions.run(async () => {
      if (!(await this.users.lock(user))) throw new UserNotFound(name);
      const names = [...new Set(groupNames)];
      return names.length === 0 ? [] : work(this.domain.jidOf(user), names);
    });
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged(changed));
  }
}
