import type { ChatServer } from '../chat-server/chat-server.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { isListed } from '../system/administrators.js';
import type { DefaultOwners } from '../system/default-owners.js';
import type { SystemProperties } from '../system/system-properties.js';
import { UserNotFound } from './errors.js';
import type { UserChanges } from './user-changes.js';
import { username } from './user.js';

/** Deletes users, everything that belongs to them and all references to them. Contract: core 3.6 */
export class UserRemoval {
  constructor(
    private readonly changes: UserChanges,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly properties: SystemProperties,
    private readonly chatServer: ChatServer,
    private readonly owners: DefaultOwners,
  ) {}

  /** @throws UserNotFound */
  async remove(name: string): Promise<void> {
    const prepared = username(name);
    if (prepared === null) throw new UserNotFound(name);
    const jid = this.domain.jidOf(prepared);
    const wasListed = isListed(this.properties, jid);
    const touched = await this.changes.remove(prepared, await this.owners.next(prepared));
    if (touched === null) throw new UserNotFound(name);
    if (wasListed) {
      await this.transactions.afterCommit(() => this.properties.refresh());
    }
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([prepared], 'deleted'));
    await this.transactions.afterCommit(() => this.chatServer.rostersChanged(touched.rosterOwners));
    await this.transactions.afterCommit(() => this.chatServer.groupsChanged(touched.groups));
    await this.transactions.afterCommit(() => this.chatServer.roomsChanged(touched.rooms));
  }
}
