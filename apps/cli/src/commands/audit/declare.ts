import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { AuditExportOptions } from './run.js';

/** `audit export`. Contract: core 1.13 */
export function addAuditCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const audit = program.command('audit').description('The audit log');
  command(
    audit,
    'export',
    'prints the entries in the order of their ids, each as a line of JSON; none is left out',
    'audit export --since 4711 --follow',
  )
    .option('--since <id>', 'only entries behind this one, such as the last one printed')
    .option('--follow', 'goes on with new ones until it is stopped')
    .action((options: AuditExportOptions) => run(async () => (await code()).exportAudit, options));
}
