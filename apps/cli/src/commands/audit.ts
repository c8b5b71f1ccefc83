import type { Command } from 'commander';
import type { ReportOptions, Run } from '../action.js';
import { command } from './options.js';

export interface AuditExportOptions extends ReportOptions {
  /** an id */
  readonly since?: string;
  readonly follow?: true;
}

/** `audit export`. Contract: core 1.13 */
export function addAuditCommands(program: Command, run: Run): void {
  const code = () => import('../audit-commands.js');
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
