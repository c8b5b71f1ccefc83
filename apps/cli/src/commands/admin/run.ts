import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import type { RoleHolder } from '@chat-admin/domain/users/role-repository';
import { username as usernameIn } from '@chat-admin/domain/users/user';
import type { UseCases } from '@chat-admin/domain/use-cases';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { withUseCases } from '../../database/use-cases.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { newPassword } from '../../words/password.js';
import type { ForceOptions } from '../../words/last-administrator.js';
import type { PasswordOptions } from '../../words/password.js';

/** Whose environment names the database. */
type Place = Pick<Terminal, 'environment'>;

export interface AdminOptions extends ReportOptions {
  readonly username: string;
}

export interface RoleOptions extends ReportOptions {
  readonly role?: string;
}

export interface RevokeOptions extends ReportOptions, ForceOptions {
  readonly role?: true;
}

export const listAdmins: Action<ReportOptions> = (options, terminal) =>
  withAdmins(terminal, 'list', async ({ administrators, roles }, { users }) => {
    const listed = await administrators.list();
    const holders: (RoleHolder & { readonly state: string })[] = [];
    for (const holder of await roles.list()) {
      const login = await users.login(holder.username);
      const there = login?.locked ? 'locked out' : 'can log in';
      holders.push({ ...holder, state: login === null ? 'has no password' : there });
    }
    const rows = [
      ...listed.map(({ username, state }) => [username, 'administrator', state]),
      ...holders.map(({ username, role, state }) => [username, role, state]),
    ];
    report(terminal, options, { administrators: listed, roles: holders }, table(rows));
  });

export const createAdmin: Action<PasswordOptions> = async (options, terminal) => {
  const { username } = options;
  const { password, generated } = await newPassword(options, terminal);
  const exit = await makeAdmin(terminal, username, password);
  const shown = generated ? { password } : {};
  report(terminal, options, shown, [generated ? password : `${username} administers`]);
  return exit;
};

/** Creates an account that administers. @throws what {@link withUseCases} throws */
export function makeAdmin(place: Place, username: string, password: string): Promise<number> {
  return withAdmins(place, `create ${username}`, ({ users, administrators }, { transactions }) =>
    transactions.run(async () => {
      await users.create({ username, password });
      await administrators.grant(username);
    }),
  );
}

export const grantAdmin: Action<AdminOptions & RoleOptions> = (options, terminal) => {
  const { username, role: sent } = options;
  if (sent !== undefined) {
    return withRole(terminal, `grant ${username} --role ${sent}`, username, async ({ roles }) => {
      const { role } = await roles.put(username, { role: sent }, EVERYTHING);
      report(terminal, options, {}, [`${username} has the role ${role}`]);
    });
  }
  return withAdmins(terminal, `grant ${username}`, async ({ administrators }) => {
    await administrators.grant(username);
    report(terminal, options, {}, [`${username} administers`]);
  });
};

export const revokeAdmin: Action<AdminOptions & RevokeOptions> = (options, terminal) => {
  const { username } = options;
  if (options.role) {
    return withRole(terminal, `revoke ${username} --role`, username, async ({ roles }) => {
      await roles.remove(username, EVERYTHING);
      report(terminal, options, {}, [`${username} has no role any more`]);
    });
  }
  return withAdmins(terminal, `revoke ${username}`, async ({ administrators }) => {
    await administrators.revoke(username, options);
    report(terminal, options, {}, [`${username} does not administer any more`]);
  });
};

function withRole(
  terminal: Terminal,
  words: string,
  name: string,
  work: (useCases: UseCases) => Promise<void>,
): Promise<number> {
  const object = `/users/${encodeURIComponent(usernameIn(name) ?? name)}/role`;
  return withUseCases(terminal, { command: `admin ${words}`, object }, work);
}

function withAdmins(
  place: Place,
  words: string,
  work: (useCases: UseCases, persistence: Persistence) => Promise<void>,
): Promise<number> {
  const object = '/system/properties/admin.authorizedJIDs';
  return withUseCases(place, { command: `admin ${words}`, object }, work);
}
