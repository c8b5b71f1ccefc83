import type { ChatServer } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { UserNotFound } from './errors.js';
import type { LockoutRepository } from './lockout.js';
import { username } from './user.js';

/** Locks users out and unlocks them; both are idempotent. Contract: core 4.2 */
export class LockoutManagement {
  constructor(
    private readonly lockouts: LockoutRepository,
    private readonly transactions: Transactions,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws UserNotFound */
  async lock(name: string): Promise<void> {
    const user = await existing(name, (prepared) => this.lockouts.lock(prepared));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], 'locked'));
  }

  /** @throws UserNotFound */
  async unlock(name: string): Promise<void> {
    const user = await existing(name, (prepared) => this.lockouts.unlock(prepared));
    await this.transactions.afterCommit(() => this.chatServer.usersChanged([user], 'unlocked'));
  }
}

async function existing(
  name: string,
  change: (user: Localpart) => Promise<boolean>,
): Promise<Localpart> {
  const prepared = username(name);
  if (prepared === null || !(await change(prepared))) throw new UserNotFound(name);
  return prepared;
}
