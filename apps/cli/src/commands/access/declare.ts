import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { AccessOptions } from './run.js';

/** `access check`, `access restore`. Contract: extensions E10, I-12 */
export function addAccessCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const access = program
    .command('access')
    .description('What keeps every caller out, and the way back in');
  command(
    access,
    'check',
    'names what keeps callers out; ends with 1 when something does',
    'access check',
  ).action((options: AccessOptions) => run(async () => (await code()).checkAccess, options));
  command(
    access,
    'restore',
    'shows what has to change so that callers are let in again, and changes it',
    'access restore --allow-from 192.0.2.0/24',
  )
    .option('--allow-from <CIDR>', 'address or range that the address lists have to let in')
    .action((options: AccessOptions) => run(async () => (await code()).restoreAccess, options));
}
