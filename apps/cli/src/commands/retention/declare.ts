import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import type { FileOption } from './run.js';
import { command } from '../../program/command.js';

const SUBJECT = 'user:ola, group:Crew, or room:tearoom@conference';

const OF_FILES = 'of files, not of messages';

/** `retention list | set | delete`. Contract: extensions E18.1 */
export function addRetentionCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const retention = program
    .command('retention')
    .description('How long messages and files are kept');
  command(
    retention,
    'list',
    'lists the defaults and the rules, and from when on they act',
    'retention list',
  ).action((options: ReportOptions) => run(async () => (await code()).listRules, options));
  command(
    retention,
    'set',
    'makes or changes a rule; what lets anything go sooner acts a day later',
    'retention set group:Crew 365',
  )
    .argument('<subject>', SUBJECT)
    .argument('<days>', '0 keeps them for ever')
    .option('--files', OF_FILES)
    .action((subject: string, days: string, options: FileOption) =>
      run(async () => (await code()).setRule, { ...options, subject, days }),
    );
  command(
    retention,
    'delete',
    'deletes a rule; what it keeps stays for a day',
    'retention delete group:Crew',
  )
    .argument('<subject>', SUBJECT)
    .option('--files', OF_FILES)
    .action((subject: string, options: FileOption) =>
      run(async () => (await code()).deleteRule, { ...options, subject }),
    );
}
