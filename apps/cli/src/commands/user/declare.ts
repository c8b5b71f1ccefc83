import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { LockOptions } from './run.js';
import { LAST_OPTION } from '../../words/last-administrator.js';
import { GENERATE_OPTION, PASSWORD_FILE_OPTION } from '../../words/password.js';
import type { PasswordOptions } from '../../words/password.js';

/** `user show | lock | unlock | passwd`. Contract: core 3, 4.2 */
export function addUserCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const user = program.command('user').description('One account');
  command(user, 'show', 'shows an account', 'user show ola')
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).showUser, { ...options, username }),
    );
  command(
    user,
    'lock',
    'locks an account out, now; the chat server ends its sessions within seconds',
    "user lock ola --reason 'Spam in tearoom' --until 2026-11-29T08:00:00Z",
  )
    .argument('<username>')
    .option('--reason <text>', 'why; administrators see it, the user does not')
    .option('--until <time>', 'when it ends by itself, a date with time; without end if absent')
    .option(...LAST_OPTION)
    .action((username: string, options: LockOptions) =>
      run(async () => (await code()).lockUser, { ...options, username }),
    );
  command(user, 'unlock', 'lets an account in again', 'user unlock ola')
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).unlockUser, { ...options, username }),
    );
  command(user, 'passwd', 'sets the password of an account', 'user passwd ola --generate')
    .argument('<username>')
    .option(...GENERATE_OPTION)
    .option(...PASSWORD_FILE_OPTION)
    .action((username: string, options: PasswordOptions) =>
      run(async () => (await code()).changePassword, { ...options, username }),
    );
}
