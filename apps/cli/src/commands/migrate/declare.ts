import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { MigrateOptions } from './run.js';

/** `migrate` */
export function addDatabaseCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  command(
    program,
    'migrate',
    'prepares the database for this version; a fresh one is filled',
    'migrate --check',
  )
    .option('--check', 'changes nothing; ends with 3 and names what is pending')
    .action((options: MigrateOptions) => run(async () => (await code()).migrate, options));
}
