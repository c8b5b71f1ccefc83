import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { HoldTermsGiven } from './run.js';

const several = (value: string, former: readonly string[] = []) => [...former, value];

/** `hold list | add | release`. Contract: extensions E18.2 */
export function addHoldCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const hold = program.command('hold').description('Messages that must not be lost');
  command(hold, 'list', 'lists holds, the newest first', 'hold list').action(
    (options: ReportOptions) => run(async () => (await code()).listHolds, options),
  );
  command(
    hold,
    'add',
    'keeps messages of people or rooms, whatever removes them',
    'hold add "Case 12" --reason "Asked for by the court" --person ola',
  )
    .argument('<name>', 'what it is called')
    .requiredOption('--reason <text>', 'why')
    .option('--person <jid>', 'bare JID or user name; can be repeated', several)
    .option('--room <room@service>', 'can be repeated', several)
    .option('--from <time>', 'messages from this time on, such as 2026-03-01T00:00:00Z')
    .option('--until <time>', 'messages before this time')
    .action((name: string, options: Omit<HoldTermsGiven, 'name'>) =>
      run(async () => (await code()).addHold, { ...options, name }),
    );
  command(
    hold,
    'release',
    'releases a hold; where two have to agree, asks for it',
    'hold release 7',
  )
    .argument('<id>', 'as hold list shows it')
    .action((id: string, options: ReportOptions) =>
      run(async () => (await code()).releaseHold, { ...options, id }),
    );
}
