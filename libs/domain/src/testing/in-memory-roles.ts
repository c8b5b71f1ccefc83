import { compareCodePoints } from '../shared/order.js';
import type { Localpart } from '../shared/jid.js';
import type { AccountRole } from '../users/account-role.js';
import { RoleRepository } from '../users/role-repository.js';
import type { RoleHolder } from '../users/role-repository.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { replace } from './in-memory-users.js';

export class InMemoryRoleRepository extends RoleRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(username: Localpart): Promise<AccountRole | null> {
    return this.database.rows.accounts.get(username)?.role ?? null;
  }

  put(username: Localpart, role: AccountRole): Promise<void> {
    return this.set(username, role);
  }

  async remove(username: Localpart): Promise<boolean> {
    const isChanged = (await this.find(username)) !== null;
    await this.set(username, null);
    return isChanged;
  }

  async anyOf(usernames: readonly Localpart[]): Promise<boolean> {
    const { accounts } = this.database.rows;
    return usernames.some((username) => accounts.get(username)?.role != null);
  }

  async list(): Promise<readonly RoleHolder[]> {
    return [...this.database.rows.accounts.values()]
      .flatMap(({ user, role }) => (role === null ? [] : [{ username: user.username, role }]))
      .sort((a, b) => compareCodePoints(a.username, b.username));
  }

  private set(username: Localpart, role: AccountRole | null): Promise<void> {
    return this.database.change((rows) => replace(rows, username, (row) => ({ ...row, role })));
  }
}
