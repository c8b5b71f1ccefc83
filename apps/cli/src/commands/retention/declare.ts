import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

const SUBJECT = 'user:ola, group:Crew, or room:tearoom@conference';

/** `retention list | set | delete`. Contract: extensions E18.1 */
export function addRetentionCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const retention = program.command('retention').description('How long messages are kept');
  command(
    retention,
    'list',
    'lists the defaults and the rules, and from when on they act',
    'retention list',
  ).action((options: ReportOptions) => run(async () => (await code()).listRules, options));
  command(
    retention,
    'set',
    'makes or changes a rule; what lets messages go sooner acts a day later',
    'retention set group:Crew 365',
  )
    .argument('<subject>', SUBJECT)
    .argument('<days>', '0 keeps messages for ever')
    .action((subject: string, days: string, options: ReportOptions) =>
      run(async () => (await code()).setRule, { ...options, subject, days }),
    );
  command(
    retention,
    'delete',
    'deletes a rule; what it keeps stays for a day',
    'retention delete group:Crew',
  )
    .argument('<subject>', SUBJECT)
    .action((subject: string, options: ReportOptions) =>
      run(async () => (await code()).deleteRule, { ...options, subject }),
    );
}
