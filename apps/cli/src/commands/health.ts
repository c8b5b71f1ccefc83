import type { Command } from 'commander';
import type { ReportOptions, Run } from '../action.js';
import { command } from './options.js';

export interface HealthOptions extends ReportOptions {
  readonly ready?: true;
  readonly wait?: string;
}

/** `health` */
export function addHealthCommand(program: Command, run: Run): void {
  const code = () => import('../health-command.js');
  command(
    program,
    'health',
    'asks the management listener of the API whether it lives; ends with 1 if not',
    'health --ready --wait 60s',
  )
    .option('--ready', 'whether it can serve requests')
    .option('--wait <duration>', 'how long to ask again until it does, such as 60s or 5m')
    .action((options: HealthOptions) => run(async () => (await code()).checkHealth, options));
}
