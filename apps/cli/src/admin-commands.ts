import { withAccounts } from './account-use-cases.js';
import type { AccountUseCases } from './account-use-cases.js';
import { report, table } from './action.js';
import type { Action, ReportOptions, Terminal } from './action.js';
import type { AdminOptions } from './commands/admin.js';
import type { ForceOptions } from './commands/options.js';
import type { PasswordOptions } from './commands/user.js';
import { EXIT } from './exit-codes.js';
import { newPassword } from './password.js';

export const listAdmins: Action<ReportOptions> = (options, terminal) =>
  withAdmins(terminal, 'list', async ({ administrators }) => {
    const listed = await administrators.list();
    const rows = listed.map(({ username, state }) => [username, state]);
    report(terminal, options, { administrators: listed }, table(rows));
  });

export const createAdmin: Action<PasswordOptions> = async (options, terminal) => {
  const { username } = options;
  const { password, generated } = await newPassword(options, terminal);
  return withAdmins(terminal, `create ${username}`, async (useCases) => {
    const { users, administrators, transactions } = useCases;
    await transactions.run(async () => {
      await users.create({ username, password });
      await administrators.grant(username);
    });
    const shown = generated ? { password } : {};
    report(terminal, options, shown, [generated ? password : `${username} administers`]);
  });
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
  work: (useCases: AccountUseCases) => Promise<void>,
): Promise<number> {
  const described = {
    command: `admin ${words}`,
    object: '/system/properties/admin.authorizedJIDs',
  };
  return withAccounts(terminal, described, async (useCases) => {
    await work(useCases);
    return EXIT.done;
  });
}
