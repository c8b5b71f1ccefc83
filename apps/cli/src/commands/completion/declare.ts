import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { Typed } from '../../program/command.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** `completion` */
export function addCompletionCommand(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const example = (typed: Typed) => `source <(${typed('completion bash')})`;
  command(program, 'completion', 'prints what makes a shell complete commands', example)
    .argument('<shell>', SHELLS.join(', '))
    .action((shell: string, options: ReportOptions) =>
      run(async () => (await code()).printCompletion, { ...options, shell }),
    );
}
