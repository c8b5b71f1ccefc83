import type { ChatServer, UserEvent } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import type { LockoutRepository } from './lockout.js';

const PIECE = 1000;

/**
 * Starts and ends of lockouts, which nobody asks for. Logins need it not: they are decided by the clock. Any number of
 * instances may do it at once. Contract: extensions E6.1, Start and End
 */
export class LockoutTimes {
  constructor(
    private readonly lockouts: LockoutRepository,
    private readonly chatServer: ChatServer,
  ) {}

  /** Carries out what is due. */
  async pass(): Promise<void> {
    await this.each((limit) => this.lockouts.begin(limit), 'locked');
    await this.each((limit) => this.lockouts.end(limit), 'unlocked');
  }

  private async each(
    next: (limit: number) => Promise<readonly Localpart[]>,
    event: UserEvent,
  ): Promise<void> {
    for (;;) {
      const users = await next(PIECE);
      if (users.length > 0) await this.chatServer.usersChanged(users, event);
      if (users.length < PIECE) return;
    }
  }
}
