import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

/** `accounts sha1-only`. */
export function addAccountCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const accounts = program
    .command('accounts')
    .description('Accounts that came from another server');
  command(
    accounts,
    'sha1-only',
    'lists accounts without keys of SCRAM-SHA-256, which get them when they log in with their password as text',
    'accounts sha1-only',
  ).action((options: ReportOptions) => run(async () => (await code()).listSha1Only, options));
}
