import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import { LAST_OPTION } from '../../words/last-administrator.js';
import { GENERATE_OPTION, PASSWORD_FILE_OPTION } from '../../words/password.js';
import type { PasswordOptions } from '../../words/password.js';
import type { ForceOptions } from '../../words/last-administrator.js';

/** `admin list | create | grant | revoke`. Contract: core 1.4 */
export function addAdminCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const admin = program.command('admin').description('Who administers');
  command(admin, 'list', 'lists administrators, and whether they can log in', 'admin list').action(
    (options: ReportOptions) => run(async () => (await code()).listAdmins, options),
  );
  command(admin, 'create', 'creates an account that administers', 'admin create boss --generate')
    .argument('<username>')
    .option(...GENERATE_OPTION)
    .option(...PASSWORD_FILE_OPTION)
    .action((username: string, options: PasswordOptions) =>
      run(async () => (await code()).createAdmin, { ...options, username }),
    );
  command(admin, 'grant', 'lets an account administer', 'admin grant ola')
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).grantAdmin, { ...options, username }),
    );
  command(
    admin,
    'revoke',
    'takes that right away, not from the last one who can log in',
    'admin revoke ola',
  )
    .argument('<username>')
    .option(...LAST_OPTION)
    .action((username: string, options: ReportOptions & ForceOptions) =>
      run(async () => (await code()).revokeAdmin, { ...options, username }),
    );
}
