import type { Command } from 'commander';
import type { ReportOptions, Run } from '../action.js';
import { command, GENERATE_OPTION, PASSWORD_FILE_OPTION } from './options.js';

export interface UserOptions extends ReportOptions {
  readonly username: string;
}

export interface PasswordOptions extends UserOptions {
  readonly generate?: true;
  readonly passwordFile?: string;
}

/** `user show | lock | unlock | passwd`. Contract: core 3, 4.2 */
export function addUserCommands(program: Command, run: Run): void {
  const code = () => import('../user-commands.js');
  const user = program.command('user').description('One account');
  command(user, 'show', 'shows an account', 'chat-admin user show ola')
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).showUser, { ...options, username }),
    );
  command(
    user,
    'lock',
    'locks an account out; the chat server ends its sessions within seconds',
    'chat-admin user lock ola',
  )
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).lockUser, { ...options, username }),
    );
  command(user, 'unlock', 'lets an account in again', 'chat-admin user unlock ola')
    .argument('<username>')
    .action((username: string, options: ReportOptions) =>
      run(async () => (await code()).unlockUser, { ...options, username }),
    );
  command(
    user,
    'passwd',
    'sets the password of an account',
    'chat-admin user passwd ola --generate',
  )
    .argument('<username>')
    .option(...GENERATE_OPTION)
    .option(...PASSWORD_FILE_OPTION)
    .action((username: string, options: PasswordOptions) =>
      run(async () => (await code()).changePassword, { ...options, username }),
    );
}
