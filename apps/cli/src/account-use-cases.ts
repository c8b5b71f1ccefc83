import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { AdministratorManagement } from '@chat-admin/domain/access/administrator-management';
import { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { UserManagement } from '@chat-admin/domain/users/user-management';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { Terminal } from './action.js';
import { addressed, onDatabase } from './on-database.js';
import type { Described } from './command-audit.js';

/** What commands need for accounts. */
export interface AccountUseCases {
  readonly users: UserManagement;
  readonly logins: UserRepository;
  readonly lockouts: LockoutManagement;
  readonly administrators: AdministratorManagement;
  readonly protection: AdministratorProtection;
  readonly transactions: Transactions;
}

/** The chat server is not told: it compares what is live with the database every few seconds. */
export function withAccounts(
  { environment }: Terminal,
  described: Described,
  work: (useCases: AccountUseCases) => Promise<number>,
): Promise<number> {
  return onDatabase(environment, described, (persistence) => {
    const { users, userChanges, lockouts, transactions, domain, properties, propertyStore } =
      persistence;
    const { scramIterations } = loadConfig(ApiConfig, addressed(environment, 'postgres://given'));
    const hasher = new ScramPasswordHasher(scramIterations);
    const chatServer = new NoChatServer();
    return work({
      users: new UserManagement(
        users,
        userChanges,
        hasher,
        transactions,
        domain,
        properties,
        chatServer,
      ),
      logins: users,
      lockouts: new LockoutManagement(users, lockouts, transactions, chatServer),
      administrators: new AdministratorManagement(
        propertyStore,
        properties,
        users,
        domain,
        transactions,
      ),
      protection: new AdministratorProtection(persistence),
      transactions,
    });
  });
}
