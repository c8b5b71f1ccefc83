import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { LockoutRepository } from '@chat-admin/domain/users/lockout';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { WholeChanges } from '../database/whole-changes.js';

const lock: Statement = { name: 'lockout-lock', text: `select lock_user($1, $2) as existed` };
const unlock: Statement = { name: 'lockout-unlock', text: `select unlock_user($1, $2) as existed` };

export class PostgresLockoutRepository extends LockoutRepository {
  private readonly changes: WholeChanges;

  constructor(
    db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly logins: LoginChanges,
    audit: AuditTrail,
  ) {
    super();
    this.changes = new WholeChanges(db, audit);
  }

  lock(username: Localpart): Promise<boolean> {
    return this.change(lock, username);
  }

  unlock(username: Localpart): Promise<boolean> {
    return this.change(unlock, username);
  }

  private async change(statement: Statement, username: Localpart): Promise<boolean> {
    type Row = { readonly existed: boolean };
    const row = await this.changes.run<Row>(statement, [username], ({ existed }) => existed);
    const { existed } = row!;
    if (existed) await this.transactions.afterCommit(async () => this.logins.changed(username));
    return existed;
  }
}
