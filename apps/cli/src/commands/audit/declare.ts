import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { AuditExportOptions } from './run.js';
import type { AuditVerifyOptions } from './verify.js';

/** `audit export`, `audit verify`, `audit anchor`. Contract: core 1.13, extensions E22 */
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
    .option('--seal <n>', 'only the entries of this seal')
    .option('--lines', 'of a seal, as it covers them; standard error has its digest')
    .action((options: AuditExportOptions) => run(async () => (await code()).exportAudit, options));
  command(
    audit,
    'verify',
    'proves by its seals that no entry was changed, removed or added; ends with 1 if one was',
    'audit verify --anchors anchors.txt',
  )
    .option('--from <n>', 'begins with this seal; otherwise with the oldest')
    .option('--anchors <file>', 'compares with these copies: logs, events, webhooks, API')
    .option('--key <file>', 'checks the signatures of anchors with this public key')
    .action((options: AuditVerifyOptions) =>
      run(async () => (await import('./verify.js')).verifyAudit, options),
    );
  command(
    audit,
    'anchor',
    'prints the newest seal, for a copy outside of the database',
    'audit anchor >> anchors.txt',
  ).action((options: ReportOptions) =>
    run(async () => (await import('./verify.js')).printAnchor, options),
  );
}
