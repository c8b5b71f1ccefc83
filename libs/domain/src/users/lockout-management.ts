import type { ChatServer } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { UserNotFound } from './errors.js';
import type { LockoutRepository } from './lockout.js';
import { username } from './user.js';
import type { UserRepository } from './user-repository.js';

/** Locks users out and unlocks them; both are idempotent. Contract: core 4.2 */
export class LockoutManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly lockouts: LockoutRepository,
    private readonly transactions: Transactions,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws UserNotFound */
  async lock(name: string): Promise<void> {
    const prepared = await this.change(name, (user) => this.lockouts.lock(user));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([prepared], 'locked'));
  }

  /** @throws UserNotFound */
  async unlock(name: string): Promise<void> {
    const prepared = await this.change(name, (user) => this.lockouts.unlock(user));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([prepared], 'unlocked'));
  }

  private change(name: string, apply: (user: Localpart) => Promise<void>): Promise<Localpart> {
    return this.transactions.run(async () => {
      const prepared = username(name);
      if (prepared === null || !(await this.users.lock(prepared))) throw new UserNotFound(name);
      await apply(prepared);
      return prepared;
    });
  }
}
