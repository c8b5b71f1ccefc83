import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { service } from '../../program/command.js';
import { MOVE_OPTIONS, withOwnCodes } from '../import/declare.js';
import type { MoveOptions } from './run.js';

/** `move`, and `import` without a word at a terminal. Exit codes: those of imports. */
export function addMoveCommand(program: Command, run: Run): void {
  const action = (options: MoveOptions) =>
    run(async () => (await import('./run.js')).move, options);
  const what =
    'Moves an Openfire in, and asks what it has to know: check, copy, switch, comparison, end. Whatever was cut off goes on';
  const one = withOwnCodes(service(program, 'move', what, 'move'));
  for (const [flags, text] of MOVE_OPTIONS) one.option(flags, text);
  one
    .option('--source-is-stopped', 'of the switch: your word for it, where the data do not show it')
    .option('--yes', 'takes what is proposed, and asks nothing')
    .action(action);
  const group = program.commands.find((command) => command.name() === 'import')!;
  withOwnCodes(group).action(() => action({}));
}
