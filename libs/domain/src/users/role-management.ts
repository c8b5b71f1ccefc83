import type { Localpart } from '../shared/jid.js';
import { requireScopes } from '../shared/scopes.js';
import type { ScopeSet } from '../shared/scopes.js';
import type { Transactions } from '../shared/transactions.js';
import { requireWord } from '../shared/words.js';
import { ACCOUNT_ROLES, ROLE_SCOPES } from './account-role.js';
import type { AccountRole, RoleDraft } from './account-role.js';
import { RoleNotFound, UserNotFound } from './errors.js';
import type { RoleHolder, RoleRepository } from './role-repository.js';
import { username } from './user.js';
import type { UserRepository } from './user-repository.js';

/** Roles of accounts. Contract: extensions E24 */
export class RoleManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly roles: RoleRepository,
    private readonly transactions: Transactions,
  ) {}

  list(): Promise<readonly RoleHolder[]> {
    return this.roles.list();
  }

  /** @throws UserNotFound, RoleNotFound */
  async get(name: string): Promise<{ readonly role: AccountRole }> {
    const user = username(name);
    if (user === null || (await this.users.find(user)) === null) throw new UserNotFound(name);
    const role = await this.roles.find(user);
    if (role === null) throw new RoleNotFound(name);
    return { role };
  }

  /**
   * Grants a role, instead of the one that the account has.
   * @param held what the caller may do; nobody grants, or takes away, what goes beyond it
   * @returns the role, and whether the account has not had it before
   * @throws InvalidArgument, ScopeMissing, UserNotFound
   */
  async put(
    name: string,
    draft: RoleDraft | null,
    held: ScopeSet,
  ): Promise<{ readonly role: AccountRole; readonly isChanged: boolean }> {
    const role = requireWord(ACCOUNT_ROLES, draft?.role ?? '', 'role');
    requireScopes(held, ROLE_SCOPES[role]);
    return { role, isChanged: await this.change(name, role, held) };
  }

  /** Takes the role away, if there is one. @returns whether there was. @throws ScopeMissing, UserNotFound */
  remove(name: string, held: ScopeSet): Promise<boolean> {
    return this.change(name, null, held);
  }

  private change(name: string, role: AccountRole | null, held: ScopeSet): Promise<boolean> {
    return this.transactions.run(async () => {
      const user = await this.locked(name);
      const before = await this.roles.find(user);
      if (before !== null) requireScopes(held, ROLE_SCOPES[before]);
      const named = role ?? before;
      const isChanged = role === null ? await this.roles.remove(user) : role !== before;
      const changed = isChanged ? ['role'] : [];
      this.transactions.note({ changed, ...(named !== null && { role: named }) });
      if (role !== null && isChanged) await this.roles.put(user, role);
      return isChanged;
    });
  }

  private async locked(name: string): Promise<Localpart> {
    const user = username(name);
    if (user === null || (await this.users.lock(user)) === null) throw new UserNotFound(name);
    return user;
  }
}
