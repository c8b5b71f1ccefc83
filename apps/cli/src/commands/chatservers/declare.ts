import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

/** `chatservers`. Contract: extensions E23 */
export function addChatServerCommand(program: Command, run: Run): void {
  command(
    program,
    'chatservers',
    'lists the chat servers of the domain: the one that serves, those that wait, those that are gone',
    'chatservers',
  ).action((options: ReportOptions) =>
    run(async () => (await import('./run.js')).listChatServers, options),
  );
}
