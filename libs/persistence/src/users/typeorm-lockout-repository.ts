import { LockoutRepository } from '@chat-admin/domain/users/lockout';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { LockoutTable } from './account.table.js';

export class TypeormLockoutRepository extends LockoutRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly logins: LoginChanges,
  ) {
    super();
  }

  async lock(username: Localpart): Promise<void> {
    const lockouts = this.db.table(LockoutTable).createQueryBuilder();
    await lockouts.insert().values({ username }).orIgnore().updateEntity(false).execute();
    await this.transactions.afterCommit(async () => this.logins.changed(username));
  }

  async unlock(username: Localpart): Promise<void> {
    await this.db.table(LockoutTable).delete({ username });
    await this.transactions.afterCommit(async () => this.logins.changed(username));
  }
}
