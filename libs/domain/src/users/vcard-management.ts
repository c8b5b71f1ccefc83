import type { ChatServer } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { PhotoNotFound, UserNotFound } from './errors.js';
import { localUser } from './local-user.js';
import type { UserRepository } from './user-repository.js';
import type { VcardRepository } from './vcard-repository.js';

/** vCards of users; the text is stored and returned as received. Contract: core 5.2 */
export class VcardManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly vcards: VcardRepository,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  /** @returns `null` if the user has none. @throws NonLocalUser, UserNotFound */
  async get(name: string): Promise<string | null> {
    const user = localUser(name, this.domain);
    if (!(await this.users.find(user))) throw new UserNotFound(name);
    return this.vcards.find(user);
  }

  /**
   * @param read finds the picture in a vCard, `null` if it has none
   * @throws NonLocalUser, UserNotFound, PhotoNotFound
   */
  async photo<T>(name: string, read: (vcard: string) => Promise<T | null>): Promise<T> {
    const vcard = await this.get(name);
    const photo = vcard === null ? null : await read(vcard);
    if (photo === null) throw new PhotoNotFound(name);
    return photo;
  }

  /**
   * @param read returns the root element, or throws if the body is not a vCard; called only if the
   * user exists. @throws NonLocalUser, UserNotFound
   */
  async put(name: string, read: (username: Localpart) => Promise<string>): Promise<void> {
    const user = localUser(name, this.domain);
    if (!(await this.users.find(user))) throw new UserNotFound(name);
    const xml = await read(user);
    await this.change(name, (locked) => this.vcards.put(locked, xml));
  }

  /** @throws NonLocalUser, UserNotFound */
  remove(name: string): Promise<void> {
    return this.change(name, (user) => this.vcards.remove(user));
  }

  private async change(name: string, work: (user: Localpart) => Promise<boolean>): Promise<void> {
    const user = localUser(name, this.domain);
    const changed = await this.transactions.run(async () => {
      if (!(await this.users.lock(user))) throw new UserNotFound(name);
      return work(user);
    });
    if (changed)
      await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], 'vcard'));
  }
}
