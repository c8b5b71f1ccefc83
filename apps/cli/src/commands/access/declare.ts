import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { AccessOptions } from './run.js';

/** `access check`, `access restore`. Contract: extensions E10, I-12 */
export function addAccessCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const access = program
    .command('access')
    .description('Find and fix settings that lock out all callers');
  command(
    access,
    'check',
    'lists stored settings that lock out callers; exits with 1 if there are any',
    'access check',
  ).action((options: AccessOptions) => run(async () => (await code()).checkAccess, options));
  command(
    access,
    'restore',
    'shows the changes that admit callers again, and makes them',
    'access restore --allow-from 192.0.2.0/24',
  )
    .option('--allow-from <CIDR>', 'address or range that the address lists must allow')
    .action((options: AccessOptions) => run(async () => (await code()).restoreAccess, options));
}
