import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { LinkOptions } from './run.js';

/** `console link`. Contract: extensions E14 */
export function addConsoleCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const console = program.command('console').description('Sign-in to the web console');
  command(
    console,
    'link',
    'prints a link that signs in one time, also while the issuer is away',
    'console link --as boss --valid-for 10m',
  )
    .option('--as <name>', 'account that the link signs in; without it whoever has the secret')
    .option('--valid-for <duration>', 'how long it is valid, at most 1d; 10m unless given')
    .action((options: LinkOptions) => run(async () => (await code()).linkToConsole, options));
}
