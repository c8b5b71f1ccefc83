import type { Command } from 'commander';
import type { ReportOptions, Run } from '../action.js';
import { command } from './options.js';

export interface MigrateOptions extends ReportOptions {
  readonly check?: true;
}

/** `migrate` */
export function addDatabaseCommands(program: Command, run: Run): void {
  const code = () => import('../migrate-command.js');
  command(
    program,
    'migrate',
    'prepares the database for this version; a fresh one is filled',
    'migrate --check',
  )
    .option('--check', 'changes nothing; ends with 3 and names what is pending')
    .action((options: MigrateOptions) => run(async () => (await code()).migrate, options));
}
