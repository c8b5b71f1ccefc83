import type { UseCases } from '@chat-admin/domain/use-cases';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { withUseCases } from '../../database/use-cases.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { newPassword } from '../../words/password.js';
import type { ForceOptions } from '../../words/last-administrator.js';
import type { PasswordOptions } from '../../words/password.js';

export interface AdminOptions extends ReportOptions {
  readonly username: string;
}

export const listAdmins: Action<ReportOptions> = (options, terminal) =>
  withAdmins(terminal, 'list', async ({ administrators }) => {
    const listed = await administrators.list();
    const rows = listed.map(({ username, state }) => [username, state]);
    report(terminal, options, { administrators: listed }, table(rows));
  });

export const createAdmin: Action<PasswordOptions> = async (options, terminal) => {
  const { username } = options;
  const { password, generated } = await newPassword(options, terminal);
  return withAdmins(
    terminal,
    `create ${username}`,
    async ({ users, administrators }, { transactions }) => {
      await transactions.run(async () => {
        await users.create({ username, password });
        await administrators.grant(username);
      });
      const shown = generated ? { password } : {};
      report(terminal, options, shown, [generated ? password : `${username} administers`]);
    },
  );
};

export const grantAdmin: Action<AdminOptions> = (options, terminal) =>
  withAdmins(terminal, `grant ${options.username}`, async ({ administrators }) => {
    await administrators.grant(options.username);
    report(terminal, options, {}, [`${options.username} administers`]);
  });

export const revokeAdmin: Action<AdminOptions & ForceOptions> = (options, terminal) =>
  withAdmins(terminal, `revoke ${options.username}`, async ({ administrators }) => {
    await administrators.revoke(options.username, options);
    report(terminal, options, {}, [`${options.username} does not administer any more`]);
  });

function withAdmins(
  terminal: Terminal,
  words: string,
  work: (useCases: UseCases, persistence: Persistence) => Promise<void>,
): Promise<number> {
  const object = '/system/properties/admin.authorizedJIDs';
  return withUseCases(terminal, { command: `admin ${words}`, object }, work);
}
