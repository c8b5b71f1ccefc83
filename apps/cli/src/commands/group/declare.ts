import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

/** `group rename`. Contract: extensions E13.8 */
export function addGroupCommands(program: Command, run: Run): void {
  const group = program.command('group').description('One group');
  command(
    group,
    'rename',
    'gives a group another name; its people, and its rights in rooms, stay',
    'group rename 7b 8b',
  )
    .argument('<name>')
    .argument('<new-name>')
    .action((name: string, newName: string, options: ReportOptions) =>
      run(async () => (await import('./run.js')).renameGroup, { ...options, name, newName }),
    );
}
