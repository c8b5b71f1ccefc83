import type { ChatServer } from '../chat-server/chat-server.js';
import { namesOf } from '../shared/audit-facts.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { Counterparts } from './counterparts.js';
import { UserNotFound } from './errors.js';
import type { RosterRepository } from './roster-repository.js';
import { username } from './user.js';
import type { UserRepository } from './user-repository.js';

/** Whether the lists of the contacts get the same the other way round. Contract: core 5.1 "Both sides" */
export interface Sides {
  readonly mutual: boolean;
}

export const ONE_SIDE: Sides = { mutual: false };

/** How rosters are changed: with their owners locked, one audit entry, and the chat server told afterwards. */
export class RosterChanges {
  readonly counterparts: Counterparts;

  constructor(
    private readonly users: UserRepository,
    rosters: RosterRepository,
    private readonly transactions: Transactions,
    domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {
    this.counterparts = new Counterparts(rosters, domain);
  }

  /** What is wrong with what was sent is told only to those who name an owner. @throws UserNotFound, and as `read` */
  async read<T>(ownerName: string, read: () => T): Promise<{ owner: Localpart; sent: T }> {
    const owner = username(ownerName);
    if (owner === null) throw new UserNotFound(ownerName);
    try {
      return { owner, sent: read() };
    } catch (refusal) {
      if (!(await this.users.find(owner))) throw new UserNotFound(ownerName);
      throw refusal;
    }
  }

  /**
   * @param contacts whose lists may be changed with that of the owner
   * @param work returns whose lists have changed
   * @throws UserNotFound, and as `work`
   */
  async run(
    ownerName: string,
    owner: Localpart,
    contacts: readonly BareJid[],
    work: () => Promise<readonly Localpart[]>,
  ): Promise<void> {
    const changed = await this.transactions.run(async () => {
      const others = this.counterparts.among(owner, contacts);
      if (!(await this.users.lockAll([owner, ...others])).has(owner)) {
        throw new UserNotFound(ownerName);
      }
      const lists = await work();
      if (lists.some((one) => one !== owner)) {
        this.transactions.note({ users: namesOf(lists, (name) => name) });
      }
      return lists;
    });
    if (changed.length > 0) await this.announce(changed);
  }

  announce(owners: readonly Localpart[]): Promise<void> {
    return this.transactions.afterCommit(() => this.chatServer.rostersChanged(owners));
  }
}
