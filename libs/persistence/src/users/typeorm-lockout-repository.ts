import { LockoutRepository } from '@chat-admin/domain/users/lockout';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const lock: Statement = {
  name: 'lockout-lock',
  text: `insert into lockout (username) values ($1) on conflict on constraint lockout_pk do nothing`,
};

const unlock: Statement = {
  name: 'lockout-unlock',
  text: `delete from lockout where username = $1`,
};

export class TypeormLockoutRepository extends LockoutRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly logins: LoginChanges,
  ) {
    super();
  }

  async lock(username: Localpart): Promise<void> {
    await this.db.run(lock, [username]);
    await this.transactions.afterCommit(async () => this.logins.changed(username));
  }

  async unlock(username: Localpart): Promise<void> {
    await this.db.run(unlock, [username]);
    await this.transactions.afterCommit(async () => this.logins.changed(username));
  }
}
