import { accountRole } from '@chat-admin/domain/users/account-role';
import type { AccountRole } from '@chat-admin/domain/users/account-role';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { RoleRepository } from '@chat-admin/domain/users/role-repository';
import type { RoleHolder } from '@chat-admin/domain/users/role-repository';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const find: Statement = {
  name: 'role-find',
  text: `select role from account_role where username = $1`,
};

const put: Statement = {
  name: 'role-put',
  text: `
    insert into account_role (username, role) values ($1, $2)
    on conflict on constraint account_role_pk do update set role = excluded.role`,
};

const remove: Statement = {
  name: 'role-remove',
  text: `delete from account_role where username = $1`,
};

const anyOf: Statement = {
  name: 'role-any-of',
  text: `select exists (select from account_role where username = any ($1)) as found`,
};

const list: Statement = {
  name: 'role-list',
  text: `select username, role from account_role order by username`,
};

/** Roles in `account_role`. One that only newer programs know gives no right. */
export class PostgresRoleRepository extends RoleRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async find(username: Localpart): Promise<AccountRole | null> {
    const { rows } = await this.db.run<{ readonly role: string }>(find, [username]);
    return accountRole(rows[0]?.role ?? null);
  }

  async put(username: Localpart, role: AccountRole): Promise<void> {
    await this.db.run(put, [username, role]);
  }

  async remove(username: Localpart): Promise<boolean> {
    return (await this.db.run(remove, [username])).count === 1;
  }

  async anyOf(usernames: readonly Localpart[]): Promise<boolean> {
    const { rows } = await this.db.run<{ readonly found: boolean }>(anyOf, [usernames]);
    return rows[0]!.found;
  }

  async list(): Promise<readonly RoleHolder[]> {
    type Row = { readonly username: Localpart; readonly role: string };
    const { rows } = await this.db.run<Row>(list, []);
    return rows.flatMap(({ username, role: stored }) => {
      const role = accountRole(stored);
      return role === null ? [] : [{ username, role }];
    });
  }
}
