import type { Command } from 'commander';
import { ACCOUNT_ROLES } from '@chat-admin/domain/users/account-role';
import { oneOf } from '@chat-admin/domain/shared/words';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import { LAST_OPTION } from '../../words/last-administrator.js';
import { GENERATE_OPTION, PASSWORD_FILE_OPTION } from '../../words/password.js';
import type { PasswordOptions } from '../../words/password.js';
import type { RevokeOptions, RoleOptions } from './run.js';

/** `admin list | create | grant | revoke`. Contract: core 1.4; extensions E24 */
export function addAdminCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const admin = program.command('admin').description('Who administers');
  command(
    admin,
    'list',
    'lists administrators and accounts with a role, and whether they can log in',
    'admin list',
  ).action((options: ReportOptions) => run(async () => (await code()).listAdmins, options));
  command(admin, 'create', 'creates an account that administers', 'admin create boss --generate')
    .argument('<username>')
    .option(...GENERATE_OPTION)
    .option(...PASSWORD_FILE_OPTION)
    .action((username: string, options: PasswordOptions) =>
      run(async () => (await code()).createAdmin, { ...options, username }),
    );
  command(
    admin,
    'grant',
    'lets an account administer, or gives it a role',
    'admin grant ola --role help-desk',
  )
    .argument('<username>')
    .option('--role <role>', `instead: ${oneOf(ACCOUNT_ROLES)}`)
    .action((username: string, options: RoleOptions) =>
      run(async () => (await code()).grantAdmin, { ...options, username }),
    );
  command(
    admin,
    'revoke',
    'takes that right away, not from the last one who can log in; or the role',
    'admin revoke ola',
  )
    .argument('<username>')
    .option('--role', 'the role instead')
    .option(...LAST_OPTION)
    .action((username: string, options: RevokeOptions) =>
      run(async () => (await code()).revokeAdmin, { ...options, username }),
    );
}
