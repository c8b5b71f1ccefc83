import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { HealthOptions } from './run.js';

/** `health` */
export function addHealthCommand(program: Command, run: Run): void {
  const code = () => import('./run.js');
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
